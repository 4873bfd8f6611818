/** The server's answers to single requests. Whatever it refuses comes back as a `Refusal`. */

import type {
  AccountInfo,
  Agreement,
  BoardInfo,
  BoardSheet,
  BotInfo,
  Drawing,
  GameChoices,
  GamesPage,
  GuestChange,
  GuestInfo,
  Join,
  Language,
  Muting,
  NewAddress,
  NewCodes,
  NewDevice,
  NewGuest,
  NewTable,
  NoticeEvent,
  NoticeSettings,
  OwnProfile,
  OwnSeat,
  Pace,
  PasskeyInfo,
  PauseInfo,
  PersonInfo,
  Problem,
  ProfileWish,
  PublicProfile,
  QuietHours,
  Readiness,
  Replacement,
  Replay,
  ReviewInfo,
  SeatChange,
  SeatStanding,
  SignedIn,
  SignInOffer,
  SignOut,
  Statistics,
  TableInfo,
  TableLine,
  TokenInfo,
  Update,
  WaitingTable,
} from "./types";

/** The server refused a request; `message` is a sentence in the reader's language. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function ask<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable(path, { cause: error });
  }
  if (!answer.ok) throw new Refusal(answer.status, await problemIn(answer));
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

async function problemIn(answer: Response): Promise<Problem> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return { code: "failed", params: {}, text: `${String(answer.status)} ${answer.statusText}` };
  }
}

const get = <Answer>(path: string): Promise<Answer> => ask("GET", path);
const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => ask("POST", path, body);
const table = (code: string, what = ""): string =>
  `/api/tables/${encodeURIComponent(code)}${what && `/${what}`}`;

function query(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given as [string, string][]).toString()}` : "";
}

/** Everything one can ask the server for. */
export const api = {
  me: () => get<GuestInfo | null>("/api/me"),
  arrive: (guest: NewGuest) => post<GuestInfo>("/api/me", guest),
  change: (change: GuestChange) => ask<GuestInfo>("PATCH", "/api/me", change),
  forget: () => ask<undefined>("DELETE", "/api/me"),
  transfer: () => post<TokenInfo>("/api/me/transfer"),

  account: () => get<AccountInfo>("/api/me/account"),
  passkeyOptions: () => post<unknown>("/api/me/passkeys/options"),
  addPasskey: (credential: unknown, name?: string) =>
    post<PasskeyInfo>("/api/me/passkeys", { credential, ...(name ? { name } : {}) }),
  renamePasskey: (id: string, name: string) =>
    ask<undefined>("PATCH", `/api/me/passkeys/${encodeURIComponent(id)}`, { name }),
  removePasskey: (id: string, sure: boolean) =>
    ask<undefined>("DELETE", `/api/me/passkeys/${encodeURIComponent(id)}?sure=${String(sure)}`),
  newCodes: () => post<NewCodes>("/api/me/codes"),
  removeDevice: (id: string) =>
    ask<undefined>("DELETE", `/api/me/devices/${encodeURIComponent(id)}`),
  signOut: (wish: SignOut) => post<undefined>("/api/me/sign-out", wish),
  signInOffer: () => get<SignInOffer>("/api/sign-in"),
  signInOptions: () => post<unknown>("/api/sign-in/options"),
  signInByPasskey: (credential: unknown, along: boolean | null) =>
    post<SignedIn>("/api/sign-in/passkey", { credential, along }),
  signInByCode: (code: string, along: boolean | null) =>
    post<SignedIn>("/api/sign-in/code", { code, along }),
  signInByLink: (token: string, along: boolean | null) =>
    post<SignedIn>(`/api/transfer/${encodeURIComponent(token)}`, { along }),

  notices: () => get<NoticeSettings>("/api/me/notices"),
  subscribe: (device: NewDevice) => post<NoticeSettings>("/api/me/notices/devices", device),
  chooseNotices: (device: string, events: readonly NoticeEvent[]) =>
    ask<NoticeSettings>("PATCH", `/api/me/notices/devices/${device}`, { events }),
  dropDevice: (device: string) =>
    ask<NoticeSettings>("DELETE", `/api/me/notices/devices/${device}`),
  tryNotice: (device: string) => post<undefined>(`/api/me/notices/devices/${device}/try`),
  giveAddress: (wish: NewAddress) => post<NoticeSettings>("/api/me/notices/address", wish),
  chooseMail: (events: readonly NoticeEvent[]) =>
    ask<NoticeSettings>("PATCH", "/api/me/notices/address", { events }),
  dropAddress: () => ask<NoticeSettings>("DELETE", "/api/me/notices/address"),
  keepQuiet: (quiet: QuietHours | null) =>
    ask<NoticeSettings>("PUT", "/api/me/notices/quiet", { quiet }),
  confirmMail: (token: string) =>
    post<{ address: string }>(`/api/mail/${encodeURIComponent(token)}`),
  refuseMail: (token: string) => ask<undefined>("DELETE", `/api/mail/${encodeURIComponent(token)}`),
  stopMail: (token: string) => post<undefined>(`/mail/stop/${encodeURIComponent(token)}`),

  readiness: () => get<Readiness>("/api/readiness"),
  boards: () => get<readonly BoardInfo[]>("/api/boards"),
  bots: () => get<readonly BotInfo[]>("/api/bots"),
  board: (id: string, variant?: string, language?: Language) =>
    get<BoardSheet>(`/api/boards/${encodeURIComponent(id)}${query({ variant, language })}`),
  drawing: (board: string) => get<Drawing>(`/api/boards/${encodeURIComponent(board)}/drawing`),

  games: (filter: Record<string, string | undefined> = {}) =>
    get<GamesPage>(`/api/me/games${query(filter)}`),
  gameChoices: () => get<GameChoices>("/api/me/games/choices"),
  dropGame: (code: string) => ask<undefined>("DELETE", `/api/me/games/${encodeURIComponent(code)}`),
  statistics: (choice: { board?: string | undefined; days?: string | undefined }) =>
    get<Statistics>(`/api/me/statistics${query(choice)}`),
  profile: () => get<OwnProfile>("/api/me/profile"),
  showProfile: (wish: ProfileWish) => ask<OwnProfile>("PUT", "/api/me/profile", wish),
  publicProfile: (
    handle: string,
    choice: { board?: string | undefined; days?: string | undefined },
  ) => get<PublicProfile>(`/api/profiles/${encodeURIComponent(handle)}${query(choice)}`),

  ownTables: () => get<readonly TableLine[]>("/api/me/tables"),
  waiting: () => get<readonly WaitingTable[]>("/api/me/waiting"),
  publicTables: () => get<readonly TableLine[]>("/api/tables"),
  open: (wish: NewTable) => post<TableInfo>("/api/tables", wish),
  table: (code: string) => get<TableInfo>(table(code)),
  remove: (code: string) => ask<undefined>("DELETE", table(code)),
  view: (code: string) => get<Update>(table(code, "view")),
  standing: (code: string, seat: number | null) =>
    get<SeatStanding[]>(`${table(code, "standing")}${query({ seat: seat?.toString() })}`),
  pace: (code: string, pace: Pace) => post<TableInfo>(table(code, "pace"), { pace }),
  start: (code: string) => post<TableInfo>(table(code, "start")),
  sameDeal: (code: string) => post<TableInfo>(table(code, "same-deal")),
  rematch: (code: string) => post<TableInfo>(table(code, "rematch")),
  close: (code: string) => post<TableInfo>(table(code, "close")),
  record: (code: string) => get<unknown>(table(code, "record")),
  replay: (record: unknown, seat: number | null, board?: string) =>
    post<Replay>(`/api/replays${query({ seat: seat?.toString(), board })}`, record),
  playOn: (record: unknown, seat: number, step: number, board?: string) =>
    post<TableInfo>(
      `/api/replays/table${query({ seat: String(seat), step: String(step), board })}`,
      record,
    ),

  review: (record: unknown, board?: string) =>
    post<ReviewInfo>(`/api/reviews/${query({ board })}`, record),
  /** The review of a record if there is one; nothing is judged because of this. */
  knownReview: (record: unknown) => post<ReviewInfo | null>("/api/reviews/known", record),
  reviewed: (id: string) => get<ReviewInfo>(`/api/reviews/${encodeURIComponent(id)}`),

  join: (code: string, wish: Join = {}) => post<TableInfo>(table(code, "join"), wish),
  leave: (code: string, seat: OwnSeat = {}) => post<TableInfo>(table(code, "leave"), seat),
  kick: (code: string, seat: number) => post<TableInfo>(table(code, "kick"), { seat }),
  colour: (code: string, seat: number, colour: string) =>
    post<TableInfo>(table(code, "colour"), { seat, colour }),
  setSeat: (code: string, change: SeatChange) => post<TableInfo>(table(code, "seat"), change),
  replace: (code: string, wish: Replacement) => post<TableInfo>(table(code, "replace"), wish),
  reopen: (code: string, seat: number) => post<TableInfo>(table(code, "reopen"), { seat }),
  takeBack: (code: string, seat: number) => post<TableInfo>(table(code, "take-back"), { seat }),
  resign: (code: string, seat: number) => post<TableInfo>(table(code, "resign"), { seat }),
  agree: (code: string, wish: Agreement) => post<TableInfo>(table(code, "agree"), wish),
  token: (code: string, seat: number) => post<TokenInfo>(table(code, "token"), { seat }),
  mute: (code: string, wish: Muting) => post<TableInfo>(table(code, "mute"), wish),

  pause: (code: string, days: PauseInfo["days"]) => post<TableInfo>(table(code, "pause"), { days }),
  answerPause: (code: string, agree: boolean) =>
    post<TableInfo>(table(code, "pause/answer"), { agree }),
  endPause: (code: string) => post<TableInfo>(table(code, "pause/end")),

  people: () => get<readonly PersonInfo[]>("/api/me/people"),
  blocks: () => get<readonly PersonInfo[]>("/api/me/blocks"),
  block: (person: string) => post<readonly PersonInfo[]>("/api/me/blocks", { person }),
  unblock: (person: string) =>
    ask<readonly PersonInfo[]>("DELETE", `/api/me/blocks/${encodeURIComponent(person)}`),
  blockSeat: (code: string, seat: number, block: boolean) =>
    post<TableInfo>(table(code, "block"), { seat, block }),
  invite: (code: string, seat: number, person: string) =>
    post<TableInfo>(table(code, "invite"), { seat, person }),
  decline: (code: string) => post<undefined>(table(code, "decline")),
};

/** The address from which the record of a game is saved. */
export function recordOf(code: string): string {
  return table(code, "record");
}

/** The address of a picture of the empty board. */
export function pictureOf(board: string, parameters: Record<string, string> = {}): string {
  return `/api/boards/${encodeURIComponent(board)}/picture${query(parameters)}`;
}

/** The address of the map on which a game is drawn. */
export function mapOf(board: string, language: Language): string {
  return `/api/boards/${encodeURIComponent(board)}/drawing.svg${query({ language })}`;
}
