// Browser APIs that this version of TypeScript does not declare.

interface WakeLockSentinel {
  readonly released: boolean;
  release(): Promise<void>;
}

interface Navigator {
  readonly wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> };
  readonly userActivation?: { readonly isActive: boolean };
}

declare class CompressionStream {
  constructor(format: "gzip");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

declare class DecompressionStream {
  constructor(format: "deflate-raw" | "gzip");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
