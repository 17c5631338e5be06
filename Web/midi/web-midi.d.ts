// The parts of Web MIDI used here, which TypeScript does not declare.

interface MIDIPort extends EventTarget {
  readonly id: string;
  readonly name: string | null;
  readonly state: "connected" | "disconnected";
}

interface MIDIMessageEvent extends Event {
  readonly data: Uint8Array | null;
}

interface MIDIInput extends MIDIPort {
  onmidimessage: ((event: MIDIMessageEvent) => void) | null;
}

interface MIDIOutput extends MIDIPort {
  send(data: Iterable<number>, time?: number): void;
}

interface MIDIAccess extends EventTarget {
  readonly inputs: ReadonlyMap<string, MIDIInput>;
  readonly outputs: ReadonlyMap<string, MIDIOutput>;
  onstatechange: (() => void) | null;
}

interface Navigator {
  requestMIDIAccess?(options: { sysex: boolean }): Promise<MIDIAccess>;
}
