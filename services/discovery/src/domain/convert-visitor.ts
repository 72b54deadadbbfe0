import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { DiscoveryRepository, DiscoveryRequest } from './discovery.ts';

/** A visitor created an account. */
export interface Registration {
  readonly visitor: string;
  readonly userId: UserId;
  readonly at: Date;
}

/** A visitor created an account after searching with a description. */
export interface Conversion extends DiscoveryRequest {
  readonly userId: UserId;
  readonly at: Date;
}

/** Visitors' searches and registrations; both are stored for 30 days. */
export interface VisitRepository {
  /** Stores a search. A repeated search keeps its first time. */
  add(search: DiscoveryRequest & { at: Date }): Promise<void>;
  /** Hashes of the descriptions that the visitor first searched with at or before this time. */
  searchedBefore(visitor: string, at: Date): Promise<string[]>;
  /** Stores a registration, once. */
  addRegistration(registration: Registration): Promise<void>;
  /** Registrations of the visitor at or after this time. */
  registeredSince(visitor: string, at: Date): Promise<Registration[]>;
}

/** Stores conversions, each with its event in one write. */
export interface ConversionRepository {
  /** Saves a conversion unless one exists for this description and user. */
  add(conversion: Conversion, converted: OutgoingEvent): Promise<void>;
}

export interface ConversionDependencies {
  readonly discoveries: Pick<DiscoveryRepository, 'convert'>;
  readonly visits: VisitRepository;
  readonly conversions: ConversionRepository;
  readonly converted: (conversion: Conversion) => OutgoingEvent;
  /** Called after each write that carries events. */
  readonly saved: () => void;
}

/**
 * Converts the searches that the visitor made before registering. Safe to repeat: it creates one conversion and one
 * event per description and user. The registration is stored before the searches are read. A search that is being saved
 * at the same time is therefore either read here, or finds the registration itself (`convertLate`).
 */
export async function convertVisitor(registration: Registration, deps: ConversionDependencies): Promise<void> {
  await deps.visits.addRegistration(registration);
  const hashes = await deps.visits.searchedBefore(registration.visitor, registration.at);
  for (const descriptionHash of hashes) await convert({ ...registration, descriptionHash }, deps);
}

/**
 * Converts a search that was being handled while its visitor registered. The registration's event may have been handled
 * before the search was saved.
 */
export async function convertLate(request: DiscoveryRequest, at: Date, deps: ConversionDependencies): Promise<void> {
  const registrations = await deps.visits.registeredSince(request.visitor, at);
  for (const registration of registrations) await convert({ ...request, ...registration }, deps);
  deps.saved();
}

async function convert({ descriptionHash, visitor, userId, at }: Conversion, deps: ConversionDependencies) {
  await deps.discoveries.convert(descriptionHash, { userId, at });
  const conversion = { descriptionHash, visitor, userId, at };
  await deps.conversions.add(conversion, deps.converted(conversion));
  deps.saved();
}
