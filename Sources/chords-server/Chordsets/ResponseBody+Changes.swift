import Hummingbird
import NIOCore
import ServiceLifecycle
import Store

extension ResponseBody {
    /// Server-sent events: `change` with the revision at first and whenever it grows, whoever changed something, this
    /// server or another program. The file is looked at four times a second, which a reader of one number bears well.
    static func changes(of store: ChordsetStore) -> ResponseBody {
        ResponseBody { writer in
            var told = -1
            var silence = 0
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                let revision = try await store.revision()
                if revision != told {
                    told = revision
                    silence = 0
                    try await writer.write(
                        ByteBuffer(string: "event: change\nid: \(revision)\ndata: {\"revision\":\(revision)}\n\n"))
                } else if silence == 60 {
                    // Those who have left are noticed, and those on the way keep the connection open.
                    silence = 0
                    try await writer.write(ByteBuffer(string: ":\n\n"))
                }
                silence += 1
                try await Task.sleep(for: .milliseconds(250))
            }
            try await writer.finish(nil)
        }
    }
}
