// Elements with variable attributes: `html.element("li class=? id=?", kind, id)`.
//
// Each question mark in the tag stands for a value, which is escaped. `nil` leaves its attribute out, and the empty
// string writes the name alone. There is a function for each number of values. An array of names and values would be as
// readable, but each of some three hundred calls would build one, which takes at least a hundred bytes of the engine.

extension HTML {
    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a)
        children(&self)
        close()
    }

    package mutating func element(_ tag: StaticString, _ a: consuming String?, text content: consuming String) {
        open(tag.utf8Start, a)
        write(content)
        close()
    }

    package mutating func void(_ tag: StaticString, _ a: consuming String?) {
        open(tag.utf8Start, a)
        closeVoid()
    }

    @inline(never)
    private mutating func open(_ tag: UnsafePointer<UInt8>, _ a: consuming String?) {
        var rest = begin(tag)
        fill(&rest, a)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, text content: consuming String
    ) {
        open(tag.utf8Start, a, b)
        write(content)
        close()
    }

    package mutating func void(_ tag: StaticString, _ a: consuming String?, _ b: consuming String?) {
        open(tag.utf8Start, a, b)
        closeVoid()
    }

    @inline(never)
    private mutating func open(_ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?
    ) {
        open(tag.utf8Start, a, b, c)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?,
        _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c, d)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c, d)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?
    ) {
        open(tag.utf8Start, a, b, c, d)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        fill(&rest, d)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?,
        _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c, d, e)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c, d, e)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?
    ) {
        open(tag.utf8Start, a, b, c, d, e)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        fill(&rest, d)
        fill(&rest, e)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c, d, e, f)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c, d, e, f)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?
    ) {
        open(tag.utf8Start, a, b, c, d, e, f)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        fill(&rest, d)
        fill(&rest, e)
        fill(&rest, f)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        fill(&rest, d)
        fill(&rest, e)
        fill(&rest, f)
        fill(&rest, g)
        append(">")
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, _ h: consuming String?, _ children: (inout HTML) -> Void = { _ in }
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g, h)
        children(&self)
        close()
    }

    package mutating func element(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, _ h: consuming String?, text content: consuming String
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g, h)
        write(content)
        close()
    }

    package mutating func void(
        _ tag: StaticString, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, _ h: consuming String?
    ) {
        open(tag.utf8Start, a, b, c, d, e, f, g, h)
        closeVoid()
    }

    @inline(never)
    private mutating func open(
        _ tag: UnsafePointer<UInt8>, _ a: consuming String?, _ b: consuming String?, _ c: consuming String?,
        _ d: consuming String?, _ e: consuming String?, _ f: consuming String?,
        _ g: consuming String?, _ h: consuming String?
    ) {
        var rest = begin(tag)
        fill(&rest, a)
        fill(&rest, b)
        fill(&rest, c)
        fill(&rest, d)
        fill(&rest, e)
        fill(&rest, f)
        fill(&rest, g)
        fill(&rest, h)
        append(">")
    }
}
