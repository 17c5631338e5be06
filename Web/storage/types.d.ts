// The values that the modules of this folder share. The decisions are Swift: see Sources/Sync.

declare namespace Sync {
  /** A kind of stored item: see kinds.js. Its name is also used in requests to the server and its responses. */
  interface Kind {
    name: "chordsets" | "tunes"; database: string;
    /** The members of the content; those that are sent, from which the server derives the others. */
    content: string[]; sent: string[];
    /** The member without which an item cannot be read. */
    core: string;
    /** Whether concurrent changes to different parts of an item are merged. */
    merges?: boolean;
    /** Whether a list shows the newest items first, although they are the last ones in order. */
    isNewestFirst?: boolean;
  }

  /** A stored item with its content, which is opaque here. */
  interface Item extends Record<string, any> {
    id: string; title: string;
    /** Its place in the order. There can be gaps. */
    position: number;
    /** The id of the item that was changed elsewhere at the same time. */
    copyOf?: string;
    /** Changes with each change of content or position, each deletion and each restoration. */
    version: number;
    /** The last known state on the server. */
    base: { version: number; content: string } | null;
    /** Deleted here, though possibly not yet on the server. */
    isDeleted: boolean;
    /** When it was written, by the clock of the replica. */
    time?: number;
    /** Set if the server lacks the item or a change of it. */
    unsent?: 1;
    /** Its position, if it is on the server. */
    served?: number;
  }

  /** An item as the engine and as the server send it. */
  type EngineItem = Record<string, any> & { id: string; position: number; copyOf?: string };
  type ServerItem = Record<string, any> & { id: string; position: number; version: number };

  /** The state of synchronization. */
  interface Meta {
    /** A mark of the last change of the order here. */
    orderMark?: string;
    /** The known state of the server: see ServerState.swift. */
    server: { database: string; epoch?: string | null; trail: number[]; order: string[] | null; buried: string[] };
    /** Counts the writes here. */
    clock: { now: number; forgotten: number };
  }

  /** Operations within one transaction. No other promise may be awaited in it, or IndexedDB would commit it. */
  interface Transaction {
    kind: Kind; observer: Observer;
    /** All items or their ids in order, including deleted ones. */
    all(): Promise<Item[]>; ids(): Promise<string[]>;
    get(id: string): Promise<Item | undefined>;
    last(): Promise<Item[]>; unsent(): Promise<Item[]>;
    /** The first item after a position that is on the server; the items with a later version on the server. */
    after(position: number): Promise<Item[]>; since(version: number): Promise<Item[]>;
    put(item: Item): void; forget(id: string): void;
    meta(): Promise<Meta>; setMeta(meta: Meta): void;
    /** Stores repaired items, and sets aside those that cannot be repaired. */
    repair(): Promise<void>;
  }
  type Task<Result> = (transaction: Transaction) => Promise<Result>;

  /** It is lasting if it outlives the page. An edit is carried out completely or not at all. */
  interface Replica {
    isLasting: boolean;
    read<Result>(task: Task<Result>): Promise<Result>; edit<Result>(task: Task<Result>): Promise<Result>;
  }

  /** Makes the decisions for a replica, and learns of its changes and damaged records. */
  interface Observer {
    decide: Decide;
    learn(change: { put: Item[]; forget: string[]; isOrderUnsent: boolean }): void;
    findDamage(): void;
  }

  /** Answers a question of JSON: see decide.swift. Null if there is no engine at the moment. */
  type Decide = (question: string) => string | null;

  /** The kinds of questions, each with the answer apart from edits. */
  interface Answers {
    save: { outcome: "saved" | "copied" | "overtaken"; copy?: string }; delete: { wasChanged: boolean }; reorder: {};
    mergeReport: MergeResult;
    confirmChange: {}; confirmAddition: {}; confirmDeletion: {}; confirmMove: {}; confirmOrder: {};
    moves: { moves: { id: string; position: number; version: number }[] | null };
  }

  /** See MergeResult.swift. */
  interface MergeResult {
    requests: Request[]; returned: string[]; hasNews: boolean; isUnfinished: boolean; divergence: number | null;
    restored: number; unproven: number[];
  }
  interface Request { id: string; method: "POST" | "PUT" | "DELETE"; version: number | null }

  /** The changes that an answer makes. Contents are numbers. */
  interface Edits extends Partial<Pick<Meta, "server" | "clock">> {
    put: {
      id: string; content: number; position: number; copyOf: string | null; version: number; isDeleted: boolean;
      base: { version: number; content: number } | null; time?: number; isUnsent: boolean;
    }[];
    forget: string[]; orderMark?: string | null; needsAllItems?: boolean;
  }

  /**
   * A change by this tab: of the item with this id, its deletion if `told` is missing, or of the order of all. `left`
   * is set if an earlier page has begun it.
   */
  interface Change { id: string; told?: EngineItem; order?: string[]; left?: Past }

  /**
   * What a change is based on: the item that the engine had, and contents that the tab has begun to write since,
   * whether or not that succeeded.
   */
  interface Past { seen?: Item; written: string[] }

  /** The server’s changes: see openapi.json. There, `changed` has the name of the kind. */
  interface Report {
    database: string; epoch?: string; since: number; revision: number; changed: ServerItem[];
    deleted: { id: string; version: number }[]; order?: string[]; more: boolean;
  }

  /**
   * Why the server has not done what was requested.
   * - unreachable: no response, or not one of our server; absent: it does not store this kind
   * - locked: it requires a key, or another one; full: it has no space for another shelf
   */
  type Failure = "unreachable" | "absent" | "locked" | "full";

  /**
   * The outcome of a synchronization.
   * - keyless: the server requires a key, and this browser has none; unknown: the server does not know the key
   * - hasChanged: there are changes here that the engine does not know
   * - returned: the titles of items that were deleted here and changed elsewhere
   */
  interface Outcome {
    server: "reached" | "keyless" | "unknown" | Failure; hasChanged: boolean; returned: string[]; parting?: Parting;
  }

  /** The server has another database, or an older state of the known one. `restored` items were sent to it again. */
  interface Parting { isOther: boolean; restored: number }

  /** Where the items are stored, as the page shows it. */
  interface Status { state: string; waiting: number; isRemote?: true }
}
