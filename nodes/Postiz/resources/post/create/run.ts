import type { IExecuteFunctions } from 'n8n-workflow';

import { channelFacts, type FactsOf } from '../../../channels/facts';
import { SlotFinder } from '../../../channels/slots';
import { Uploads } from '../../../media/uploads';
import { PostChanger } from '../../../publishing/change/changer';
import type { PostizClient } from '../../../transport/client';
import { LimitWait } from '../../../transport/limit';
import { pause } from '../../../transport/pause';
import type { RunMemory } from '../../shared/runMemory';
import { Layout } from './layout';
import type { RunOptions } from './readForm';
import { Results } from './results';
import { CreateRunner } from './runner';

/** What the steps of a run share. */
export interface CreateRun {
	context: IExecuteFunctions;
	client: PostizClient;
	/** What all tries of the run share. */
	memory: RunMemory;
	runner: CreateRunner;
	results: Results;
	layout: Layout;
	uploads: Uploads;
	factsOf: FactsOf;
	slotFinder: SlotFinder;
	changer: PostChanger;
	limit: LimitWait;
	/** In ms. */
	startedAt: number;
	/** An IANA name. */
	timezone: string;
}

export function startRun(
	context: IExecuteFunctions,
	connected: PostizClient,
	memory: RunMemory,
	options: RunOptions & { showsIds?: boolean },
): CreateRun {
	const limit = new LimitWait(options.maxWaitMs, async (ms) => await pause(context, ms));
	const client = connected.waitingFor(limit);
	const uploads = new Uploads(context, client, 'postMedia', memory.files);
	const factsOf = channelFacts(client);
	const timezone = context.getTimezone();
	const results = new Results(context, memory);
	const layout = new Layout(context, options.includesInput);
	return {
		context,
		client,
		memory,
		runner: new CreateRunner(context, { results, layout, memory, showsIds: options.showsIds }),
		results,
		layout,
		uploads,
		factsOf,
		slotFinder: new SlotFinder(client, memory.withoutSlot),
		changer: new PostChanger(client, {
			uploads,
			factsOf,
			timezone,
			unclear: memory.unclearPosts,
		}),
		limit,
		startedAt: Date.now(),
		timezone,
	};
}
