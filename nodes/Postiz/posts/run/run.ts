import type { IExecuteFunctions } from 'n8n-workflow';

import {
	createCapabilitiesGetter,
	type GetChannelCapabilities,
} from '../../channels/channelCapabilities';
import { SlotFinder } from '../../channels/slotFinder';
import type { Cache } from '../../common/memoize';
import { sleepUnlessCancelled } from '../../execution/sleep';
import { FileInspector } from '../../media/fileInspector';
import { Uploads } from '../../media/uploads';
import type { UploadedFile } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { RateLimitWait } from '../../transport/rateLimitWait';
import type { Journal } from './journal';
import type { RunOptions } from './runOptions';

/** What the steps of publishing share in one attempt of a run. */
export interface RunContext {
	context: IExecuteFunctions;
	client: PostizClient;
	inspector: FileInspector;
	uploads: Uploads;
	getChannelCapabilities: GetChannelCapabilities;
	slots: SlotFinder;
	/** What this execution of the node has sent, including earlier attempts of Retry On Fail. */
	journal: Journal;
	/** The operation is Create or Update. */
	isUpsert: boolean;
	/** In ms by n8n's clock. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}

/** When a run started, in ms by the service's clock, which is known after the first response. */
export const getStartTime = ({
	client,
	startedAt,
}: Pick<RunContext, 'client' | 'startedAt'>): number => startedAt + client.instance.clockOffset;

/** What publishing remembers for later attempts of Retry On Fail: a part of the RunMemory (actions/shared/runMemory.ts). */
export interface PublishingMemory {
	journal: Journal;
	/** Uploaded files, by the keys of their sources (media/uploads.ts). */
	files: Cache<UploadedFile>;
}

/** Creates a run whose requests wait for the hourly limit, up to `maxWaitMs` in all. */
export function createRun(
	context: IExecuteFunctions,
	client: PostizClient,
	{ journal, files }: PublishingMemory,
	{ maxWaitMs, isUpsert }: Pick<RunOptions, 'maxWaitMs'> & Pick<RunContext, 'isUpsert'>,
): RunContext {
	const rateLimitWait = new RateLimitWait(
		maxWaitMs,
		async (ms) => await sleepUnlessCancelled(context, ms),
	);
	const waitingClient = client.withRateLimitWait(rateLimitWait);
	return {
		context,
		client: waitingClient,
		inspector: new FileInspector(context, waitingClient),
		uploads: new Uploads(context, waitingClient, files),
		getChannelCapabilities: createCapabilitiesGetter(waitingClient),
		slots: new SlotFinder(waitingClient),
		journal,
		isUpsert,
		startedAt: Date.now(),
		timezone: context.getTimezone(),
	};
}
