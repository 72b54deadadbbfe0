import type { OutgoingEvent } from '@earshot/event-bus';
import type { DiscoveryRepository, DiscoveryRequest } from './discovery.ts';

/** A visitor made an account. */
export interface Registration {
  readonly visitor: string;
  readonly userId: string;
  readonly at: Date;
}

/** A visitor who had searched with a description made an account. */
export interface Conversion extends DiscoveryRequest {
  readonly userId: string;
  readonly at: Date;
}

/** What visitors searched for, and which of them registered: both are kept for thirty days. */
export interface VisitRepository {
  /** Notes a search; a repeated one keeps its first moment. */
  add(search: DiscoveryRequest & { at: Date }): Promise<void>;
  /** Descriptions that the visitor searched with first at or before this moment. */
  searchedBefore(visitor: string, at: Date): Promise<string[]>;
  /** Notes a registration, once. */
  addRegistration(registration: Registration): Promise<void>;
  /** Registrations of the visitor at or after this moment. */
  registeredSince(visitor: string, at: Date): Promise<Registration[]>;
}

/** Conversions, each with its event in one write. */
export interface ConversionRepository {
  /** Saves a conversion unless there is one of this description and user. */
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
 * What the visitor searched for before registering has converted. Safe to repeat: one conversion and one event for each
 * description and user. The registration is noted before the searches are read, so that a search that is being written at
 * this moment is seen here, or sees the registration itself (`convertLate`).
 */
export async function convertVisitor(registration: Registration, deps: ConversionDependencies): Promise<void> {
  await deps.visits.addRegistration(registration);
  const hashes = await deps.visits.searchedBefore(registration.visitor, registration.at);
  for (const descriptionHash of hashes) await convert({ ...registration, descriptionHash }, deps);
}

/** A search that was under way while its visitor registered: the registration may have been told before it was saved. */
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
