import type { IExecuteFunctions } from 'n8n-workflow';

import type { GetChannelFacts, SlotFinder } from '../channels/channelFacts';
import type { Uploads } from '../media/uploads';
import type { PostizClient } from '../transport/client';
import type { LimitWait } from '../transport/limitWait';
import type { Journal } from './journal';

/** What the steps of a run share. */
export interface Run {
	context: IExecuteFunctions;
	client: PostizClient;
	uploads: Uploads;
	factsOf: GetChannelFacts;
	slots: SlotFinder;
	/** What this run has sent, in all its tries. */
	journal: Journal;
	limit: LimitWait;
	/** In ms. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}
