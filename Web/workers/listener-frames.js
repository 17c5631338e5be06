// An audio worklet that passes the sound of a microphone to the worker that listens, as mono pieces of a fiftieth of a
// second. It receives the port of the worker. See listening/microphone.js.

/** Samples in a piece. */
const size = 1024;

class Frames extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {MessagePort | null} */
    this.worker = null;
    this.piece = new Float32Array(size);
    this.count = 0;
    this.port.onmessage = ({ data }) => (this.worker = data);
  }

  /** @param {Float32Array[][]} inputs the channels of the microphone; none if it is gone */
  process([channels]) {
    const length = channels[0]?.length ?? 0;
    for (let index = 0; index < length; index++) {
      let sum = 0;
      for (const channel of channels) sum += channel[index];
      this.piece[this.count++] = sum / channels.length;
      if (this.count < size) continue;
      this.worker?.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Float32Array(size);
      this.count = 0;
    }
    return true;
  }
}

registerProcessor("frames", Frames);
