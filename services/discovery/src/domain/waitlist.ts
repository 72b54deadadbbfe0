import { appError } from '@earshot/core';

/** An entry of the waitlist. */
export interface WaitlistPlace {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly source: string;
  readonly referralCode: string | null;
  readonly isConfirmed: boolean;
  readonly notificationsSent: boolean;
  readonly createdAt: Date;
}

export interface WaitlistRepository {
  /** False when the address is already listed, ignoring case. */
  insert(place: WaitlistPlace): Promise<boolean>;
  /** Removes an address, ignoring case. Does nothing when it is not listed. */
  remove(email: string): Promise<void>;
}

/** A visitor's parsed form. */
export interface WaitlistRequest {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly source: string;
  readonly referralCode?: string | undefined;
}

/** Adds an address to the waitlist. Throws `waitlist.already` when it is listed, also for concurrent calls. */
export async function joinWaitlist(
  request: WaitlistRequest,
  { waitlist, newId, now }: { waitlist: WaitlistRepository; newId: () => string; now: () => Date },
): Promise<WaitlistPlace> {
  const place: WaitlistPlace = {
    id: newId(),
    email: request.email,
    firstName: nullIfEmpty(request.firstName),
    lastName: nullIfEmpty(request.lastName),
    source: request.source,
    referralCode: nullIfEmpty(request.referralCode),
    isConfirmed: false,
    notificationsSent: false,
    createdAt: now(),
  };
  if (!(await waitlist.insert(place))) throw appError('waitlist.already');
  return place;
}

function nullIfEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
