import type { IDataObject } from 'n8n-workflow';

import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { MINUTE } from '../../shared/time.cjs';
import type { Channel, StoredPost } from '../../service/state.cjs';
import { storePost } from './posts.cjs';
import { ActiveTrigger, type TriggerOptions } from './triggerHarness.cjs';
import { useService } from './useService.cjs';

const START = Date.parse('2026-09-01T12:00:00.000Z');

export const EVENTS = ['channelNeedsAttention', 'postFailed', 'postOverdue', 'postPublished'];

/** What events are about, in short. */
export const summarize = (items: IDataObject[]) =>
	items.map(({ event, postId, reasonKind, channelId }) =>
		postId ? `${String(event)} ${String(postId)}` : `${String(reasonKind)} ${String(channelId)}`,
	);

/** Starts a service with a clock that tests move, and activates triggers on it. */
export function useTrigger() {
	const clock = { time: START };
	const service = useService({ now: () => clock.time });

	beforeEach(() => {
		clock.time = START;
		jest.spyOn(Date, 'now').mockImplementation(() => clock.time);
	});
	afterEach(() => jest.restoreAllMocks());

	const activate = async (
		events = EVENTS,
		more: Partial<TriggerOptions> & { filters?: IDataObject } = {},
	) => {
		const { filters = {}, ...options } = more;
		const trigger = new ActiveTrigger({
			node: new PostizTrigger(),
			service,
			...options,
			parameters: { events, filters: filters as never },
		});
		expect(await trigger.poll()).toBeUndefined();
		return trigger;
	};

	const findOwnChannel = (identifier: string, index = 0): Channel =>
		service.state.channels.filter((entry) => entry.identifier === identifier)[index];

	/** Puts a post into the calendar as a person would in Postiz. */
	function addPost(more: Partial<StoredPost> & { at?: number; on?: Channel } = {}): StoredPost {
		const { at = clock.time + 5 * MINUTE, on = findOwnChannel('bluesky'), ...fields } = more;
		return storePost(service, on, {
			publishDate: new Date(at).toISOString(),
			createdAt: new Date(clock.time).toISOString(),
			...fields,
		});
	}

	async function pollLater(trigger: ActiveTrigger, minutes = 1): Promise<IDataObject[]> {
		clock.time += minutes * MINUTE;
		return (await trigger.poll()) ?? [];
	}

	/** Lets the next list of posts take so long that things happen meanwhile. */
	async function runDuringPoll(trigger: ActiveTrigger, happens: () => Promise<unknown> | void) {
		service.faults.push({ match: { path: /v1\/posts$/ }, kind: 'latency', delay: 200 });
		const poll = trigger.poll();
		await new Promise((resolve) => setTimeout(resolve, 50));
		await happens();
		return await poll;
	}

	return { service, clock, activate, findOwnChannel, addPost, pollLater, runDuringPoll };
}
