import { type DraftVariant, draftVariants, type LeadStatus, leadStatuses } from '@earshot/proto/values';
import { type Connection, type Model, Schema } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';

/** A lead's data for figures. Without `createdAt`, only a status change has arrived so far. */
export interface LeadFactDocument {
  _id: string;
  userId: UserId;
  createdAt?: Date;
  /** The score in tenths. */
  tenths?: number;
  status: LeadStatus;
  /** The revision of the status: 0 before the first change. */
  revision: number;
  /** The post's source. Absent until the creation event arrives. */
  source?: string;
  /** The community's name. Absent like the source. */
  subreddit?: string;
  /** The approach of the draft with which the lead was last contacted, and the revision of that contact. */
  variant?: DraftVariant;
  variantRevision?: number;
}

/** A community on a user's list. A removed one is kept, so that a late addition event does not restore it. */
export interface CommunityFactDocument {
  _id: string;
  userId: UserId;
  isActive: boolean;
  /** Absent until the addition event arrives. */
  source?: string;
}

export interface ScanFactDocument {
  _id: string;
  userId: UserId;
  startedAt: Date;
  isActive: boolean;
}

export interface UserFactDocument {
  _id: string;
  userId: UserId;
  registeredAt: Date;
}

/** One request, under the id of its event. It identifies the visitor only by the cookie. */
export interface DiscoveryRequestDocument {
  _id: string;
  descriptionHash: string;
  visitor: string;
  category: string;
  source: string;
  subreddits: string[];
  modelCalled: boolean;
  at: Date;
}

/** One conversion, by description and user. */
export interface DiscoveryConversionDocument {
  _id: string;
  userId: UserId;
  descriptionHash: string;
  visitor: string;
  at: Date;
}

const text = { type: String, required: true } as const;
/** Empty when a visitor has no cookie, or a search has no category. */
const words = { type: String, default: '' } as const;
const when = { type: Date, required: true } as const;
const options = { versionKey: false, id: false, minimize: false } as const;

const leadSchema = new Schema<LeadFactDocument>(
  {
    _id: text,
    userId: text,
    createdAt: Date,
    tenths: Number,
    status: { ...text, enum: leadStatuses },
    revision: { type: Number, required: true },
    source: String,
    subreddit: String,
    variant: { type: String, enum: draftVariants },
    variantRevision: Number,
  },
  options,
);
leadSchema.index({ userId: 1, createdAt: 1 });
leadSchema.index({ userId: 1, status: 1, createdAt: 1 });
leadSchema.index({ userId: 1, tenths: 1 });
leadSchema.index({ createdAt: 1 });

const communitySchema = new Schema<CommunityFactDocument>(
  { _id: text, userId: text, isActive: { type: Boolean, required: true }, source: String },
  options,
);
communitySchema.index({ userId: 1, isActive: 1 });

const scanSchema = new Schema<ScanFactDocument>(
  { _id: text, userId: text, startedAt: when, isActive: { type: Boolean, required: true } },
  options,
);
scanSchema.index({ isActive: 1, startedAt: 1 });
scanSchema.index({ userId: 1 });

const userSchema = new Schema<UserFactDocument>({ _id: text, userId: text, registeredAt: when }, options);
userSchema.index({ registeredAt: 1 });
userSchema.index({ userId: 1 });

const requestSchema = new Schema<DiscoveryRequestDocument>(
  {
    _id: text,
    descriptionHash: text,
    visitor: words,
    category: words,
    source: text,
    subreddits: [String],
    modelCalled: { type: Boolean, required: true },
    at: when,
  },
  options,
);
requestSchema.index({ at: 1 });
requestSchema.index({ modelCalled: 1, at: 1 });
requestSchema.index({ descriptionHash: 1, visitor: 1, at: 1 });

const conversionSchema = new Schema<DiscoveryConversionDocument>(
  { _id: text, userId: text, descriptionHash: text, visitor: words, at: when },
  options,
);
conversionSchema.index({ at: 1 });
conversionSchema.index({ descriptionHash: 1 });
conversionSchema.index({ userId: 1 });

/** Every collection of the analytics service's database. */
export type AnalyticsModels = {
  readonly lead: Model<LeadFactDocument>;
  readonly community: Model<CommunityFactDocument>;
  readonly scan: Model<ScanFactDocument>;
  readonly user: Model<UserFactDocument>;
  readonly request: Model<DiscoveryRequestDocument>;
  readonly conversion: Model<DiscoveryConversionDocument>;
};

export function analyticsModels(documents: Connection): AnalyticsModels {
  return {
    lead: documents.model<LeadFactDocument>('LeadFact', leadSchema, 'lead_facts'),
    community: documents.model<CommunityFactDocument>('CommunityFact', communitySchema, 'community_facts'),
    scan: documents.model<ScanFactDocument>('ScanFact', scanSchema, 'scan_facts'),
    user: documents.model<UserFactDocument>('UserFact', userSchema, 'user_facts'),
    request: documents.model<DiscoveryRequestDocument>(
      'DiscoveryRequestFact',
      requestSchema,
      'discovery_request_facts',
    ),
    conversion: documents.model<DiscoveryConversionDocument>(
      'DiscoveryConversionFact',
      conversionSchema,
      'discovery_conversion_facts',
    ),
  };
}
