/** Announces what happens: as a message, a sound, to a screen reader, in the title. */

import { settings } from "../frame/settings.svelte";
import { play, type Sound } from "../game/sound";
import type { Spotlight } from "../game/spotlight.svelte";
import type { Table } from "../game/table.svelte";
import type { Told, View } from "../protocol/types";
import { say } from "../words/words.svelte";
import { flightsOf, showFlights } from "./flights";
import { notify } from "./notify";

const SOUNDS: Readonly<Record<string, Sound>> = {
  took: "card",
  drew: "card",
  offered: "card",
  claimed: "wagon",
  station: "wagon",
  harbour: "wagon",
  tunnel: "drum",
};
const BREATH = 1400;
const RECENT = 4000;
/** What all others did takes longer to read. */
const RECENT_TURN = 8000;
/** More than this at once means the player was away: then only the last is told. */
const MANY = 8;

export class Herald {
  /** Whether what others did is new enough to be shown over a small map. */
  recent = $state(false);
  /** Read out when there is time. */
  polite = $state("");
  /** Read out at once. */
  urgent = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wasMine = false;
  private done: ReadonlySet<string> | null = null;

  constructor(
    private readonly table: Table,
    private readonly spotlight: Spotlight,
  ) {}

  /** Make known what has happened since the last time. */
  tell(events: readonly Told[], view: View): void {
    const told = events.length > MANY ? events.slice(-1) : events;
    const others = told.filter((event) => event.params["seat"] !== view.seat);
    if (others.length) {
      this.recent = true;
      clearTimeout(this.timer);
      const lasts = this.table.myTurn ? RECENT_TURN : RECENT;
      this.timer = setTimeout(() => (this.recent = false), lasts);
    }
    this.polite = others.map((event) => event.text).join(" ");
    for (const event of told) this.point(event, view);
    const sound = told.map((event) => SOUNDS[event.code]).find((each) => each !== undefined);
    if (sound) this.sound(sound);
    if (events.length <= MANY) void showFlights(flightsOf(told, view.seat), settings.speed);
    this.tickets(view);
    this.turn();
  }

  /** The title of the page. */
  get title(): string {
    const board = this.table.atlas?.sheet.name ?? "";
    if (this.table.myTurn) return `● ${say("page.turn.mine")} · Stellwerk`;
    return board ? `${board} · Stellwerk` : "Stellwerk";
  }

  private point(event: Told, view: View): void {
    const { toasts } = this.table;
    if (event.code === "flushed") toasts.show(event.text);
    // One's own tunnel opens a decision, unless it costs nothing more: then its cards are shown here.
    const decides = event.params["seat"] === view.seat && event.params["extra"] !== 0;
    if (event.code === "tunnel" && !decides) {
      toasts.show(event.text, "plain", event.params["turned"] as string[]);
    }
  }

  /** Tell of tickets that are newly completed. */
  private tickets(view: View): void {
    const done = new Set(view.tickets.filter((each) => each.completed).map((each) => each.ticket));
    for (const ticket of view.tickets) {
      if (!this.done || !done.has(ticket.ticket) || this.done.has(ticket.ticket)) continue;
      const name = this.table.atlas?.ticketName(ticket.ticket) ?? ticket.ticket;
      this.table.toasts.show(
        say("page.ticket.completed", { ticket: name, points: ticket.value }),
        "good",
      );
      this.sound("bell");
    }
    this.done = done;
  }

  /** Tell that one's own turn has begun. */
  private turn(): void {
    const mine = this.table.myTurn;
    if (mine && !this.wasMine) {
      this.urgent = say("page.turn.mine");
      this.sound("whistle");
      if (settings.notify) notify(say("page.turn.mine"), this.table.atlas?.sheet.name ?? "");
      this.spotlight.breath = true;
      setTimeout(() => (this.spotlight.breath = false), BREATH);
    }
    if (!mine) this.urgent = "";
    this.wasMine = mine;
  }

  private sound(sound: Sound): void {
    if (settings.sound) play(sound);
  }
}
