/** What the start page shows: boards, bots and tables, kept fresh while somebody looks. */

import { tidy } from "../frame/codes";
import { followOwn, ownTables, refreshOwn, turns } from "../frame/own.svelte";
import { call, session } from "../frame/session.svelte";
import { settings } from "../frame/settings.svelte";
import { api } from "../protocol/client";
import type {
  BoardInfo,
  BotInfo,
  NewTable,
  PersonInfo,
  SeatWish,
  TableInfo,
  TableLine,
} from "../protocol/types";
import { language, say } from "../words/words.svelte";

const CHOICE = "stellwerk.choice";

/** What "Play now" starts: remembered from the last time. */
export interface Choice {
  board: string;
  variant: string | null;
  seats: number;
  bot: string;
}

/** The level of the opponents that a newcomer gets. */
const MIDDLE = 3;
const USUAL: Choice = { board: "usa", variant: null, seats: 3, bot: "" };

export class Lobby {
  boards = $state.raw<readonly BoardInfo[]>([]);
  bots = $state.raw<readonly BotInfo[]>([]);
  open = $state.raw<readonly TableLine[]>([]);
  choice = $state<Choice>({ ...USUAL, ...remembered() });
  problem = $state("");
  busy = $state(false);
  /** Whom one has played with lately. */
  people = $state.raw<readonly PersonInfo[]>([]);

  /** Fetch everything; again when the language changes. */
  async load(): Promise<void> {
    void language();
    [this.boards, this.bots] = await Promise.all([api.boards(), api.bots()]);
    if (!this.boards.some((board) => board.id === this.choice.board)) this.choice.board = "usa";
    if (!this.bots.some((bot) => bot.id === this.choice.bot)) {
      this.choice.bot = (this.bots.find((bot) => bot.level === MIDDLE) ?? this.bots[0])?.id ?? "";
    }
    await this.refresh();
  }

  /** Fetch the lists of tables again. */
  async refresh(): Promise<void> {
    await Promise.all([refreshOwn(), this.look()]);
  }

  /** Fetch the list of open tables again. */
  async look(): Promise<void> {
    const open = await api.publicTables();
    const mine = new Set(ownTables().map((line) => line.id));
    this.open = open.filter((line) => !line.yours && !mine.has(line.id));
  }

  /** Follow changes until the page is left. */
  follow(): () => void {
    return followOwn(() => void this.look().catch(() => undefined));
  }

  /** Fetch whom one could invite, once somebody is about to open a table. */
  async meet(): Promise<void> {
    if (session.guest && !this.people.length) this.people = await api.people();
  }

  get own(): readonly TableLine[] {
    return ownTables();
  }

  get board(): BoardInfo | undefined {
    return this.boards.find((board) => board.id === this.choice.board);
  }

  get turns(): number {
    return turns();
  }

  /** Start a game against bots at once. */
  async play(name: string, board = this.choice.board): Promise<TableInfo | undefined> {
    this.choice.board = board;
    const most = this.board?.most_seats ?? 5;
    const bot: SeatWish = { holder: "bot", bot: this.choice.bot };
    const others = Array.from({ length: Math.min(this.choice.seats, most) - 1 }, () => bot);
    const seats: SeatWish[] = [{ holder: "me" }, ...others];
    return this.begin(name, { ...this.#same(), seats, start: true });
  }

  /** Open a table where friends take the other seats. */
  async invite(name: string): Promise<TableInfo | undefined> {
    const others = Array.from(
      { length: this.choice.seats - 1 },
      () => ({ holder: "open" }) as const,
    );
    return this.begin(name, { ...this.#same(), seats: [{ holder: "me" }, ...others] });
  }

  /** Open a table just as it is wished. */
  async begin(name: string, wish: NewTable): Promise<TableInfo | undefined> {
    return this.#try(async () => {
      await this.introduce(name);
      this.#remember();
      return api.open({ pace: settings.pace, ...wish });
    });
  }

  /** Find the table of a code that somebody has told. */
  async find(code: string): Promise<TableInfo | undefined> {
    return this.#try(() => api.table(tidy(code)));
  }

  /** Tell the server one's name, unless it knows. */
  async introduce(name: string): Promise<void> {
    const wanted = name.trim() || session.guest?.name || say("page.lobby.nobody");
    if (session.guest?.name !== wanted) await call(wanted);
  }

  async #try(act: () => Promise<TableInfo>): Promise<TableInfo | undefined> {
    this.problem = "";
    this.busy = true;
    try {
      return await act();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  #same(): Pick<NewTable, "board" | "variant"> {
    const known = this.board?.variants.some((variant) => variant.id === this.choice.variant);
    return { board: this.choice.board, variant: known ? this.choice.variant : null };
  }

  #remember(): void {
    try {
      localStorage.setItem(CHOICE, JSON.stringify(this.choice));
    } catch {
      // A browser that keeps nothing is asked again next time.
    }
  }
}

function remembered(): Partial<Choice> {
  try {
    return JSON.parse(localStorage.getItem(CHOICE) ?? "{}") as Partial<Choice>;
  } catch {
    return {};
  }
}
