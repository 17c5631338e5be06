#include <stddef.h>

/// The bytes of openapi.json, in UTF-8.
extern const unsigned char *const openapi_document;

/// The number of bytes of ``openapi_document``.
extern const size_t openapi_document_length;
