/** Which of one's own seats is at the device: a person alone has one, a round of friends several. */

import type { SeatInfo } from "../protocol/types";

/** The seats for which this device decides. */
export function ownSeats(seats: readonly SeatInfo[]): number[] {
  return seats.filter((seat) => seat.you && !seat.resigned).map((seat) => seat.seat);
}

/**
 * The seat that should sit at the device now. It stays as long as it owes a decision, and also while
 * nobody here owes one, so that one's own hand can be looked at while others think.
 */
export function wantedSeat(
  own: readonly number[],
  shown: number | null,
  pending: readonly number[],
): number | null {
  if (shown !== null && own.includes(shown) && pending.includes(shown)) return shown;
  const next = own.find((seat) => pending.includes(seat));
  if (next !== undefined) return next;
  return shown !== null && own.includes(shown) ? shown : (own[0] ?? null);
}
