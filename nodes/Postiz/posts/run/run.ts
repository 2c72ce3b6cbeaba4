import type { IExecuteFunctions } from 'n8n-workflow';

import {
	createChannelFactsGetter,
	SlotFinder,
	type GetChannelFacts,
} from '../../channels/channelFacts';
import type { Cache } from '../../common/memoize';
import { sleepUnlessCancelled } from '../../execution/sleep';
import { Uploads } from '../../media/uploads';
import type { UploadedFile } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { RateLimitWait } from '../../transport/limitWait';
import type { Journal } from './journal';

/** What the steps of a run share. */
export interface Run {
	context: IExecuteFunctions;
	client: PostizClient;
	uploads: Uploads;
	getChannelFacts: GetChannelFacts;
	slots: SlotFinder;
	/** What this run has sent in all its attempts. */
	journal: Journal;
	/** In ms. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}

/** What the attempts of a run share. */
export interface PublishingMemory {
	journal: Journal;
	/** Uploaded files, by the keys of their sources (media/uploads.ts). */
	files: Cache<UploadedFile>;
}

/** Starts an attempt of a run. */
export function startRun(
	context: IExecuteFunctions,
	client: PostizClient,
	{ journal, files }: PublishingMemory,
	maxWaitMs: number,
): Run {
	client.rateLimitWait = new RateLimitWait(
		maxWaitMs,
		async (ms) => await sleepUnlessCancelled(context, ms),
	);
	return {
		context,
		client,
		uploads: new Uploads(context, client, files),
		getChannelFacts: createChannelFactsGetter(client),
		slots: new SlotFinder(client),
		journal,
		startedAt: Date.now(),
		timezone: context.getTimezone(),
	};
}
