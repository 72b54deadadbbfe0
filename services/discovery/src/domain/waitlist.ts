import { appError } from '@earshot/core';

/** A place on the waitlist. */
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
  /** False when the address, whatever its case, has a place already. */
  insert(place: WaitlistPlace): Promise<boolean>;
  /** Whatever its case; an address without a place is well. */
  remove(email: string): Promise<void>;
}

/** What a visitor gives, parsed. */
export interface WaitlistWish {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly source: string;
  readonly referralCode?: string | undefined;
}

/** Puts an address on the waitlist; throws `waitlist.already` where it is there, also when two ask at once. */
export async function joinWaitlist(
  wish: WaitlistWish,
  { waitlist, newId, now }: { waitlist: WaitlistRepository; newId: () => string; now: () => Date },
): Promise<WaitlistPlace> {
  const place: WaitlistPlace = {
    id: newId(),
    email: wish.email,
    firstName: given(wish.firstName),
    lastName: given(wish.lastName),
    source: wish.source,
    referralCode: given(wish.referralCode),
    isConfirmed: false,
    notificationsSent: false,
    createdAt: now(),
  };
  if (!(await waitlist.insert(place))) throw appError('waitlist.already');
  return place;
}

function given(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
