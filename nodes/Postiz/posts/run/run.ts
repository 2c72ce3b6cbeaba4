import type { IExecuteFunctions } from 'n8n-workflow';

import {
	createCapabilitiesFetcher,
	type FetchChannelCapabilities,
} from '../../channels/channelCapabilities';
import { SlotFinder } from '../../channels/slotFinder';
import { shouldContinueOnError } from '../../execution/nodeContext';
import { sleepUnlessCancelled } from '../../execution/sleep';
import { FileInspector } from '../../media/fileInspector';
import { Uploads } from '../../media/uploads';
import type { PostizClient } from '../../transport/client';
import { RateLimitWait } from '../../transport/rateLimitWait';
import type { Journal } from './journal';
import type { RetryMemory } from './retryMemory';
import type { RunOptions } from './runOptions';

/** A call of the node: what its steps share. All attempts of Retry On Fail share the {@link RetryMemory}. */
export interface Run {
	/** n8n's execution context. */
	context: IExecuteFunctions;
	client: PostizClient;
	inspector: FileInspector;
	uploads: Uploads;
	fetchChannelCapabilities: FetchChannelCapabilities;
	slots: SlotFinder;
	/** What this run and earlier attempts have sent. */
	journal: Journal;
	/** Whether the operation is Create or Update. */
	isUpsert: boolean;
	options: RunOptions;
	/** When the run started, by n8n's clock. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}

/** Returns the start of the run by the service's clock, which is known after the first response. */
export const getServiceStartTime = ({
	client,
	startedAt,
}: Pick<Run, 'client' | 'startedAt'>): number => startedAt + client.instance.clockOffset;

/** Creates a run. By default, its operation has no {@link RunOptions}. */
export function createRun(
	context: IExecuteFunctions,
	client: PostizClient,
	{ journal, files }: Pick<RetryMemory, 'journal' | 'files'>,
	{ isUpsert = false, ...chosenOptions }: Partial<RunOptions & Pick<Run, 'isUpsert'>> = {},
): Run {
	const options = {
		includesInputFields: false,
		waitAtLimitMs: 0,
		previewsOnly: false,
		continuesOnError: shouldContinueOnError(context),
		...chosenOptions,
	};
	const rateLimitWait = new RateLimitWait(
		options.waitAtLimitMs,
		async (ms) => await sleepUnlessCancelled(context, ms),
	);
	const waitingClient = client.withRateLimitWait(rateLimitWait);
	return {
		context,
		client: waitingClient,
		inspector: new FileInspector(context, waitingClient),
		uploads: new Uploads(context, waitingClient, files),
		fetchChannelCapabilities: createCapabilitiesFetcher(waitingClient),
		slots: new SlotFinder(waitingClient),
		journal,
		isUpsert,
		options,
		startedAt: Date.now(),
		timezone: context.getTimezone(),
	};
}
