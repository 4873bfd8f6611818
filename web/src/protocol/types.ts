// Made by `python -m tools.web_types`; change the server's types.

export type Language = "de" | "en";

export type TableStatus = "closed" | "finished" | "open" | "playing";

export type Holder = "bot" | "open" | "person" | "program";

export type Pace = "brisk" | "calm" | "instant";

export type NoticeEvent = "chat" | "clock" | "invited" | "over" | "review" | "turn";

export type Mark = "best" | "blunder" | "good" | "inaccuracy" | "mistake";

export type Way = "code" | "earlier" | "link" | "new" | "passkey";

export type Where = "elsewhere" | "everywhere" | "here";

export type Ending = "agreed" | "played" | "resigned";

export type Block = "history" | "parts" | "results" | "routes";

export type Move = ChooseMix | KeepTickets | ChoosePieces | TakeCard | DrawCard | DrawTickets | ClaimRoute | BuildStation | BuildHarbour | ExchangePieces | PayTunnel | Withdraw | Pass;

export type ClientMessage = Resume | SendMove | AskPayments | AskWhy | AskRoutes | Say | Ping;

export type ServerMessage = TableMessage | Update | Accepted | Refused | Payments | Reason | RouteReasons | ChatMessage | Pong;

/** A move is stored for good; `seq` is its step. */
export interface Accepted {
  type: "accepted";
  move_id: string;
  seq: number;
}

/** By what one is known here, and how one can come back. */
export interface AccountInfo {
  devices: readonly DeviceInfo[];
  passkeys: readonly PasskeyInfo[];
  codes_left: number;
  codes_made: number | null;
  passkeys_at: string | null;
}

/** The accuracy of one game. */
export interface AccuracyPoint {
  table: string;
  ended: number;
  board: string;
  accuracy: number;
}

/** Whether a seat wants to end the game now. */
export interface Agreement {
  agree?: boolean;
  seat?: number | null;
}

/** Ask for every way to pay for a route, a station, a harbour or a tunnel. */
export interface AskPayments {
  type: "payments";
  id: string;
  kind: "claim" | "harbour" | "pay" | "station";
  target?: string;
  seat?: number | null;
}

/** Ask why each free route cannot be claimed now. */
export interface AskRoutes {
  type: "routes";
  id: string;
  seat?: number | null;
}

/** Ask why something cannot be done: the reason, or nothing if it can. */
export interface AskWhy {
  type: "why";
  id: string;
  move: Move;
}

/** What the guest of this device would leave behind. */
export interface Belongings {
  name: string;
  running: number;
  finished: number;
}

/** How many games were played on a board. */
export interface BoardCount {
  board: string;
  games: number;
}

/** A board one can play. */
export interface BoardInfo {
  id: string;
  name: string;
  about: string;
  hash: string;
  least_seats: number;
  most_seats: number;
  variants: readonly VariantInfo[];
  drawing: boolean;
}

/** A board in one variant. */
export interface BoardSheet {
  id: string;
  name: string;
  about: string;
  notes: string;
  hash: string;
  language: Language;
  variant: VariantInfo;
  variants: readonly VariantInfo[];
  cities: readonly CitySheet[];
  countries: readonly CountrySheet[];
  routes: readonly RouteSheet[];
  tickets: readonly TicketSheet[];
  cards: readonly CardSheet[];
  player_colours: readonly Named[];
  rules: Rules;
  station_prices: readonly number[];
  exchange_price: number;
}

/** A bot one can play against. */
export interface BotInfo {
  id: string;
  name: string;
  about: string;
  level: number | null;
}

/** A rectangle: its upper left corner and its size. */
export type Box = [number, number, number, number];

/** Build a harbour in a port with these cards (W-13). */
export interface BuildHarbour {
  move: "harbour";
  seat: number;
  city: string;
  cards: Record<string, number>;
}

/** Build a station in a city with these cards (E-03). */
export interface BuildStation {
  move: "station";
  seat: number;
  city: string;
  cards: Record<string, number>;
}

/** Where somebody builds on a board. */
export interface Built {
  games: number;
  routes: readonly BuiltRoute[];
}

/** In how many games somebody has owned a route at the end. */
export interface BuiltRoute {
  route: string;
  games: number;
}

/** A kind of card, in every form that a sentence needs. */
export interface CardSheet {
  id: string;
  name: string;
  one: string;
  other: string;
  article: string;
}

/** How many cards of each sort there are; the first four per colour. */
export interface Cards {
  train: number;
  harbour: number;
  ship: number;
  double_ship: number;
  locomotives: number;
}

/** Something written at a table. */
export interface ChatLine {
  number: number;
  time: number;
  name: string;
  seat: number | null;
  you: boolean;
  text: string;
  code: string | null;
}

/** New lines of the chat. */
export interface ChatMessage {
  type: "chat";
  lines: readonly ChatLine[];
}

/** Say how many of the first tickets come from the second pile (G-02). */
export interface ChooseMix {
  move: "mix";
  seat: number;
  second: number;
}

/** Choose this many wagons; the rest of the pieces are ships (W-04). */
export interface ChoosePieces {
  move: "pieces";
  seat: number;
  wagons: number;
}

/** A place where routes end. */
export interface CitySheet {
  id: string;
  name: string;
  kind: "city" | "country" | "junction";
  country: string | null;
  port: boolean;
  lat: number;
  lon: number;
}

/** Claim a route with these cards; of a tunnel, try to (C-11, E-07). */
export interface ClaimRoute {
  move: "claim";
  seat: number;
  route: string;
  cards: Record<string, number>;
}

/** How much time there is. */
export interface Clock {
  kind: "bank" | "days" | "none" | "turn";
  seconds: number;
  increment: number;
  take_over: boolean;
}

/** How much time is left. */
export interface ClockState {
  clock: Clock;
  left: readonly (number | null)[];
  running: readonly number[];
  at: number;
}

/** All lanes of one connection between two cities. */
export interface Connection {
  routes: readonly string[];
  curve: [Point, Point, Point, Point];
  wraps: boolean;
}

/** A country that tickets may name. */
export interface CountrySheet {
  id: string;
  name: string;
  ends: readonly string[];
}

/** A browser in which one is signed in. */
export interface DeviceInfo {
  id: string;
  browser: string;
  way: Way;
  created: number;
  seen: number;
  here: boolean;
}

/** Draw the top card of a pile (C-03). */
export interface DrawCard {
  move: "draw";
  seat: number;
  pile: "ship" | "train";
}

/** Draw tickets; with two piles, this many from the second one (C-18, G-03). */
export interface DrawTickets {
  move: "tickets";
  seat: number;
  second: number;
}

/** A board's drawing, as it is stored beside the board file. */
export interface Drawing {
  format: number;
  board: string;
  geography: string;
  seed: number;
  sheet: Box;
  frame: Box;
  turn: number;
  places: Record<string, Place>;
  connections: readonly Connection[];
  spaces: Record<string, readonly Space[]>;
  edges: readonly EdgeMark[];
  outlines: Outlines;
  title: Box | null;
  compass: Box | null;
  ground: Box | null;
}

/** Tells at the map's edge where a connection across it leads. */
export interface EdgeMark {
  side: "left" | "right";
  y: number;
  city: string;
  routes: readonly string[];
}

/** One thing that happened; an entry of the record may have several. */
export interface Event {
  seq: number;
  code: string;
  params: Record<string, unknown>;
}

/** Give this many wagons for ships, or ships for wagons (W-16). */
export interface ExchangePieces {
  move: "exchange";
  seat: number;
  given: "ship" | "wagon";
  number: number;
}

/** What a guest's games can be filtered by. */
export interface GameChoices {
  boards: readonly BoardCount[];
  seats: readonly number[];
  people: readonly string[];
}

/** A finished game in a guest's list. */
export interface GameLine {
  table: string;
  ended: number;
  board: string;
  variant: string;
  players: readonly GamePlayer[];
  points: number | null;
  rank: number | null;
  ending: Ending;
  counted: boolean;
  accuracy: number | null;
  kept: boolean;
  host: boolean;
}

/** Somebody who had a seat when a game ended. */
export interface GamePlayer {
  name: string;
  holder: Holder;
  you: boolean;
  points: number | null;
  rank: number | null;
}

/** A page of a guest's finished games, the last ones first. */
export interface GamesPage {
  lines: readonly GameLine[];
  count: number;
  page: number;
  pages: number;
}

/** What a guest wants to change; what is not given stays. */
export interface GuestChange {
  name?: string | null;
  language?: Language | null;
}

/** Who you are here. */
export interface GuestInfo {
  id: string;
  name: string;
  language: Language;
}

/** What a harbour is worth, and the completed tickets that name it (W-14). */
export interface HarbourResult {
  city: string;
  points: number;
  tickets: readonly string[];
}

/** A harbour that the viewer can build. */
export interface HarbourView {
  tickets: number;
  points: number;
}

/** Which seat somebody takes: the one named, or the first that is free. */
export interface Join {
  seat?: number | null;
  name?: string;
}

/** Keep these tickets of an offer; the others go back (C-18). */
export interface KeepTickets {
  move: "keep";
  seat: number;
  tickets: readonly string[];
}

/** The name of a place: a box with one or two centred lines in every language. */
export interface Label {
  box: Box;
  lines: Record<string, readonly string[]>;
}

/** A lesson of reviews: in how many games it came up, and what it has cost in all. */
export interface LessonCount {
  code: string;
  games: number;
  points: number;
}

/** How a game ended, in a line. */
export interface LineResult {
  winners: readonly string[];
  points: number;
  rank: number | null;
}

/** The parts of a score on average; together they are the points. */
export interface MeanParts {
  games: number;
  points: number;
  routes: number;
  tickets_gained: number;
  tickets_lost: number;
  longest_path: number;
  most_tickets: number;
  stations: number;
  harbours: number;
  exchange: number;
  completed: number;
}

/** Whether one wants to read what a seat writes. */
export interface Muting {
  seat: number;
  mute?: boolean;
}

/** Something with a stable id and a name in words. */
export interface Named {
  id: string;
  name: string;
}

/** An address for mail, which counts once it is confirmed. */
export interface NewAddress {
  address: string;
}

/** Recovery codes, which are shown once. */
export interface NewCodes {
  codes: readonly string[];
}

/** A browser that wants notices: its subscription, as it hands it out. */
export interface NewDevice {
  endpoint: string;
  keys: PushKeys;
  name?: string;
  replaces?: string | null;
}

/** Who wants to be known here. */
export interface NewGuest {
  name: string;
  language?: Language | null;
}

/** A table that somebody wants to open. */
export interface NewTable {
  board?: string;
  variant?: string | null;
  seats?: readonly SeatWish[];
  public?: boolean;
  clock?: Clock;
  shuffle_seats?: boolean;
  memory_aids?: boolean;
  deal?: string | null;
  start?: boolean;
  grace?: number | null;
  pace?: Pace;
  colours?: readonly string[];
}

/** Where you want mail. */
export interface NoticeAddress {
  address: string | null;
  wanted: string | null;
  events: readonly NoticeEvent[];
}

/** A browser that takes your notices. */
export interface NoticeDevice {
  id: string;
  name: string;
  created: number;
  worked: number | null;
  failing: boolean;
  events: readonly NoticeEvent[];
}

/** How you are called back when you are not here. */
export interface NoticeSettings {
  push_key: string | null;
  mail: boolean;
  devices: readonly NoticeDevice[];
  address: NoticeAddress | null;
  quiet: QuietHours | null;
}

/** Tickets to choose from. */
export interface Offer {
  tickets: readonly TicketView[];
  keep: number;
}

/** How a game ended, or would end now. */
export interface Outcome {
  final: boolean;
  seats: readonly SeatOutcome[];
  winners: readonly number[];
  tie_break: string | null;
  resigned: number | null;
}

/** The land behind the routes, bent along with the cities. An empty path: there is none. */
export interface Outlines {
  land: string;
  territories: readonly Territory[];
  borders: string;
  provinces: string;
  lakes: string;
  rivers: string;
  graticule: string;
}

/** What somebody has chosen to show. */
export interface OwnProfile {
  handle: string | null;
  hidden: readonly Block[];
}

/** One of one's own seats; without a number the only one, or all of them. */
export interface OwnSeat {
  seat?: number | null;
}

/** What only the holder of the tickets may know. */
export interface OwnTickets {
  tickets: readonly TicketResult[];
  points: number;
  harbours: number;
}

/** Do nothing, when nothing can be done (C-10). */
export interface Pass {
  move: "pass";
  seat: number;
}

/** A passkey by which one can come back. */
export interface PasskeyInfo {
  id: string;
  name: string;
  host: string;
  created: number;
  used: number | null;
}

/** A pause that is proposed, or that runs: then no clock does. */
export interface PauseInfo {
  by: number;
  days: 1 | 3 | 7 | 14 | null;
  agreed: readonly number[];
  left: number | null;
  going_on: readonly number[];
  waits_for: readonly number[];
}

/** Pay what the tunnel costs more (E-07). */
export interface PayTunnel {
  move: "pay";
  seat: number;
  cards: Record<string, number>;
}

/** Every way to pay, the thriftiest first. */
export interface Payments {
  type: "payments";
  id: string;
  payments: readonly (Record<string, number>)[];
  missing: number | null;
}

/** Somebody you have played with, or have blocked. */
export interface PersonInfo {
  id: string;
  name: string;
  last: number | null;
  blocked: boolean;
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping";
}

/** Where a city lies. Only a junction has no label. */
export interface Place {
  x: number;
  y: number;
  label: Label | null;
}

/** What everybody knows about one seat. */
export interface Player {
  seat: number;
  name: string;
  colour: string;
  score: number;
  pieces: Record<string, number>;
  box: Record<string, number>;
  cards: Record<string, number>;
  known: Record<string, number>;
  tickets: readonly number[];
  offered: readonly number[];
  stations: readonly string[];
  stations_left: number;
  harbours: readonly string[];
  harbours_left: number;
  decided: boolean;
}

/** A place on the sheet. */
export type Point = [number, number];

/** A sign of life, with the server's time. */
export interface Pong {
  type: "pong";
  time: number;
}

/** What went wrong: a stable code, its parameters, and a sentence in your language. */
export interface Problem {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** What somebody chooses to show. */
export interface ProfileWish {
  handle?: string | null;
  hidden?: readonly Block[];
}

/** A finished game as strangers are told of it: nothing about anybody else. */
export interface PublicGame {
  ended: number;
  board: string;
  variant: string;
  seats: number;
  points: number | null;
  rank: number | null;
}

/** Somebody's profile as everybody may see it. */
export interface PublicProfile {
  handle: string;
  name: string;
  statistics: PublicStatistics;
  hidden: readonly Block[];
  games: readonly PublicGame[] | null;
}

/** How somebody plays, as far as others may see it; None is hidden. */
export interface PublicStatistics {
  boards: readonly BoardCount[];
  board: string | null;
  results: Results;
  seats: readonly SeatsResults[] | null;
  variants: readonly VariantResults[] | null;
  parts: MeanParts | null;
  built: Built | null;
}

/** What a browser's subscription is encrypted with, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** When you are left in peace, in minutes after midnight; they may go over midnight. */
export interface QuietHours {
  begins: number;
  ends: number;
  zone: string;
}

/** How far a server has come that was just started; games wait until it is ready. */
export interface Readiness {
  ready: boolean;
  done: number;
  total: number;
}

/** Why something cannot be done; None: it can. */
export interface Reason {
  type: "reason";
  id: string;
  problem: Problem | null;
}

/** A message was refused and nothing has changed; `code` tells why. */
export interface Refused {
  type: "refused";
  move_id: string | null;
  problem: Problem;
}

/** A bot for the seat of somebody who has left. */
export interface Replacement {
  seat: number;
  bot?: string;
}

/** A whole game, played again from its record and checked, as one seat saw it. */
export interface Replay {
  board: string;
  variant: string;
  seat: number | null;
  names: readonly string[];
  commitment: string;
  key: string;
  steps: readonly ReplayStep[];
  outcome: Outcome;
}

/** One step of a game that is played again: what it brought, and the game after it. */
export interface ReplayStep {
  seq: number;
  seat: number | null;
  by: "bot" | "clock" | "person" | null;
  time: number | null;
  events: readonly Told[];
  view: View;
}

/** Games, how many of them were won, and how many one would win by chance. */
export interface Results {
  games: number;
  won: number;
  fair: number;
}

/** Ask for everything after what is known already; always the first message. */
export interface Resume {
  type: "resume";
  since?: number;
  chat?: number;
}

/** The review of a game, as far as it has come. */
export interface ReviewInfo {
  id: string;
  complete: boolean;
  ahead: number;
  review: ShownReview | null;
}

/** Why free routes cannot be claimed now, in sentences; those that can are left out. */
export interface RouteReasons {
  type: "routes";
  id: string;
  reasons: Record<string, string>;
}

/** One lane between two places. */
export interface RouteSheet {
  id: string;
  name: string;
  a: string;
  b: string;
  colour: string;
  length: number;
  points: number;
  kind: "ship" | "train";
  lane: number;
  connection: number;
  locomotives: number;
  tunnel: boolean;
  rugged: boolean;
  wraps: boolean;
}

/** Everything that differs between boards, apart from the map itself. */
export interface Rules {
  cards: Cards;
  tickets: TicketRules;
  wagons: number;
  route_points: readonly number[];
  hand: [number, number];
  display: [number, number];
  flush: number;
  ships: number;
  pieces: number;
  suggested_wagons: number;
  stations: number;
  station_bonus: number;
  harbours: number;
  harbour_values: [number, number, number];
  harbour_penalty: number;
  exchange: boolean;
  end_pieces: number;
  end_rounds: number;
  longest_path: number;
  most_tickets: number;
  tie_breaks: readonly ("fewest_stations" | "harbours" | "longest_path" | "tickets")[];
}

/** Write to the others at the table. */
export interface Say {
  type: "say";
  text: string;
}

/** Who is to sit on a seat. */
export interface SeatChange {
  seat: number;
  wish: SeatWish;
}

/** Who holds a seat. */
export interface SeatInfo {
  seat: number;
  colour: string;
  holder: Holder;
  name: string;
  bot: string | null;
  you: boolean;
  online: boolean;
  stand_in: boolean;
  resigned: boolean;
  agreed: boolean;
  muted: boolean;
  free_in: number | null;
  shares: number | null;
  kept_for: string | null;
  invited: boolean;
  blocked: boolean;
}

/** The score of one seat, part by part; the parts add up to the total. */
export interface SeatOutcome {
  seat: number;
  routes: number;
  exchange: number;
  tickets: readonly TicketResult[];
  ticket_points: number;
  completed: number;
  longest_path: number;
  trail: number;
  most_tickets: number;
  stations: number;
  harbours: number;
  stations_built: readonly StationResult[];
  harbours_built: readonly HarbourResult[];
  total: number;
  rank: number;
  tie_break: string | null;
}

/** The score of one seat as a viewer may know it. */
export interface SeatStanding {
  seat: number;
  routes: number;
  exchange: number;
  longest_path: number;
  trail: number;
  stations: number;
  own: OwnTickets | null;
  total: number;
}

/** Who sits on a seat: `me`, anybody who comes, one of our bots, or a program. */
export interface SeatWish {
  holder?: "bot" | "me" | "open" | "program";
  bot?: string | null;
  name?: string;
  person?: string | null;
}

/** The results with a number of players. */
export interface SeatsResults {
  seats: number;
  results: Results;
}

/** Make a move, or take the last one back. */
export interface SendMove {
  type: "move";
  move_id: string;
  seq: number;
  move?: Move | null;
  text?: string | null;
  seat?: number | null;
  sparing?: boolean;
  undo?: boolean;
}

/** One decision: what was played, and the best others. */
export interface ShownDecision {
  seq: number;
  seat: number;
  turn: number;
  mark: Mark;
  loss: number;
  luck: number;
  forced: boolean;
  played: ShownOption;
  better: readonly ShownOption[];
}

/** Something to learn, in words. */
export interface ShownLesson {
  code: string;
  seat: number;
  seq: number;
  turn: number;
  points: number;
  praise: boolean;
  steps: readonly number[];
  title: Record<string, string>;
  text: Record<string, string>;
}

/** A move in words, and what it was worth. */
export interface ShownOption {
  move: Move;
  text: Record<string, string>;
  chance: number;
  margin: number;
}

/** A review, as far as it has come. */
export interface ShownReview {
  board: string;
  variant: string;
  seats: readonly number[];
  playouts: number;
  steps: number;
  decisions: number;
  judged: readonly ShownDecision[];
  lessons: readonly ShownLesson[];
  summaries: readonly Summary[];
}

/** How one can sign in here, and what the present guest of this device has. */
export interface SignInOffer {
  passkeys_at: string | null;
  belongings: Belongings | null;
}

/** Which devices are to be signed out. */
export interface SignOut {
  where?: Where;
  sure?: boolean;
}

/** Who one is from now on, and what became of what this device had before. */
export interface SignedIn {
  id: string;
  name: string;
  language: Language;
  moved: number;
  stayed: readonly string[];
  back: string | null;
}

/** One space: its middle, its direction in degrees (0: right, 90: down), its length. */
export type Space = [number, number, number, number];

/** What a station gave: the route of another player it borrowed for tickets (E-04). */
export interface StationResult {
  city: string;
  route: string | null;
}

/** How somebody plays; everything but `boards` is of the chosen board and time. */
export interface Statistics {
  boards: readonly BoardCount[];
  board: string | null;
  results: Results;
  not_counted: number;
  seats: readonly SeatsResults[];
  variants: readonly VariantResults[];
  parts: MeanParts | null;
  built: Built | null;
  accuracy: readonly AccuracyPoint[];
  reviewed: number;
  lessons: readonly LessonCount[];
}

/** How one seat played. */
export interface Summary {
  seat: number;
  decisions: number;
  lost: number;
  luck: number;
  accuracy: number;
  marks: Record<string, number>;
}

/** All there is to know about a table, besides the game itself. */
export interface TableInfo {
  id: string;
  status: TableStatus;
  version: number;
  board: string;
  variant: string;
  board_hash: string;
  seats: readonly SeatInfo[];
  host: boolean;
  public: boolean;
  shuffle_seats: boolean;
  memory_aids: boolean;
  deal: string | null;
  by_word: boolean;
  clock: ClockState;
  seq: number;
  created: number;
  commitment: string;
  rematch: string | null;
  closed: string | null;
  grace: number;
  pace: Pace;
  takebacks: number;
  known_deal: boolean;
  same_deal: boolean;
  pause: PauseInfo | null;
  pauses_left: number;
  reason: string | null;
}

/** A table in a list. */
export interface TableLine {
  id: string;
  status: TableStatus;
  board: string;
  variant: string;
  names: readonly string[];
  open_seats: number;
  your_turn: boolean;
  yours: boolean;
  changed: number;
  result: LineResult | null;
  left: number | null;
  turn: readonly string[];
  invited_by: string | null;
}

/** The table has changed: seats, status, clocks, presence. */
export interface TableMessage {
  type: "table";
  table: TableInfo;
}

/** Take the display card of a place, counted from 1; a pile fills the place (C-03, W-05). */
export interface TakeCard {
  move: "take";
  seat: number;
  place: number;
  refill: "ship" | "train";
}

/** A country's land. Neighbours have different tints. */
export interface Territory {
  tint: number;
  path: string;
}

/** What became of one ticket. */
export interface TicketResult {
  ticket: string;
  status: "any_order" | "completed" | "failed";
  points: number;
  path: readonly string[];
}

/** How tickets are dealt and drawn (C-18). */
export interface TicketRules {
  piles: readonly string[];
  start: readonly number[];
  start_keep: number;
  draw: readonly number[];
  start_unkept: "out" | "shuffle" | "under";
  start_keep_at_most: readonly number[];
  draw_keep: number;
  mix: boolean;
}

/** A ticket or a tour. */
export interface TicketSheet {
  id: string;
  name: string;
  stops: readonly (readonly string[])[];
  points: number;
  any_order: number;
  penalty: number;
  pile: string;
}

/** A ticket that the viewer holds or has to choose from, and how far it has come. */
export interface TicketView {
  ticket: string;
  points: number;
  any_order: number;
  penalty: number;
  pile: string;
  value: number;
  completed: boolean;
  distance: number | null;
  path: readonly string[];
}

/** A secret that is shown once. */
export interface TokenInfo {
  token: string;
  seat: number | null;
}

/** One thing that happened, as a code with parameters, and as a sentence in your language. */
export interface Told {
  seq: number;
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** A tunnel that is to be paid. */
export interface TunnelView {
  seat: number;
  route: string;
  laid: Record<string, number>;
  turned: readonly string[];
  hits: readonly boolean[];
  extra: number;
}

/** The game has gone on: what happened since, and the game as it is now for one viewer. */
export interface Update {
  type: "update";
  seat: number | null;
  seq: number;
  since: number;
  events: readonly Told[];
  view: View;
  can_undo: boolean;
  clock: ClockState;
}

/** A way to play a board. */
export interface VariantInfo {
  id: string;
  name: string;
  about: string;
}

/** The results on a board with one of its variants. */
export interface VariantResults {
  board: string;
  variant: string;
  results: Results;
  points: number | null;
}

/** A game as one seat sees it; `seat` is None for a spectator. */
export interface View {
  board: string;
  variant: string;
  board_hash: string;
  commitment: string;
  seat: number | null;
  seq: number;
  phase: string;
  turn: number;
  pending: readonly number[];
  turns_left: number | null;
  players: readonly Player[];
  display: readonly (string | null)[];
  piles: Record<string, number>;
  discards: Record<string, number>;
  ticket_piles: Record<string, number>;
  owners: Record<string, number>;
  closed: readonly string[];
  tunnel: TunnelView | null;
  hand: Record<string, number>;
  tickets: readonly TicketView[];
  offer: Offer | null;
  moves: readonly Move[];
  events: readonly Event[];
  outcome: Outcome | null;
  harbours: Record<string, HarbourView>;
}

/** A table that waits for your decision. */
export interface WaitingTable {
  id: string;
  board: string;
  left: number | null;
}

/** Take the cards laid for a tunnel back (E-09). */
export interface Withdraw {
  move: "withdraw";
  seat: number;
}
