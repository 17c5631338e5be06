// The description of the server's API. It is in C because SwiftPM makes an array literal of an embedded resource, and
// one of 250,000 bytes takes the Swift compiler 26 seconds.
#include "OpenAPIDocument.h"

static const unsigned char bytes[] = {
#embed "openapi.json"
};

const unsigned char *const openapi_document = bytes;
const size_t openapi_document_length = sizeof bytes;
