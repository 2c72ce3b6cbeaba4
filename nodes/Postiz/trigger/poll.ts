import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { DAY_MS, MINUTE_MS } from '../common/date';
import { limitTime } from '../common/limitTime';
import { Problem } from '../common/problem';
import { latestPolls, runningPolls, finishedPolls } from '../common/processState';
import { PostizClient } from '../transport/client';
import { detectEvents } from './detectEvents';
import { createAlertOutput, fetchPostEventOutput } from './eventOutput';
import type { PostEvent } from './findPostEvents';
import { getTriggerKey, readMemory, storeMemory, type TriggerMemory } from './triggerMemory';

/**
 * A trigger that was disabled for longer starts over. This is more than a week, so that a trigger that polls weekly
 * loses no event when it is edited.
 */
const STALE_MS = 8 * DAY_MS;
/** By default, n8n's scheduler gives up on a poll after 45 seconds. */
const MAX_POLL_MS = 40_000;
/** How long a poll may fetch reasons, counted from its start. */
export const REASONS_BUDGET_MS = 35_000;
/** Leaves time to repeat a request that Postiz never responds to. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a poll may take that isn't run by n8n's scheduler. */
const UNSCHEDULED_BUDGET_MS = 5 * MINUTE_MS;

const TOOK_TOO_LONG = new Problem(
	`Postiz took longer than ${MAX_POLL_MS / 1000} seconds to answer`,
	'No event is lost. The next check reports it.',
);

/**
 * Polls once. Reads the memory, or starts over if the workflow was activated, and stores the new memory. Returns the
 * outputs of events since the last poll. Throws {@link Problem} if the form is invalid, or Postiz fails or is slow.
 */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	if (runningPolls.has(context)) return [];
	const previousMemory = readMemory(context);
	const startsOver = wasActivated(context, previousMemory);
	const key = getTriggerKey(context);
	latestPolls.set(key, { context: new WeakRef(context), polledAt: Date.now() });
	runningPolls.add(context);
	try {
		const result = await limitTime(
			outputNewEvents(context, startsOver ? undefined : previousMemory),
			MAX_POLL_MS,
		);
		if (!result) throw TOOK_TOO_LONG;
		const { outputs, newMemory } = result;
		// n8n discards the events of a poll with an older context.
		if (latestPolls.get(key)?.context.deref() !== context) return [];
		finishedPolls.add(context);
		const hasEvents = outputs.length > 0;
		const reportedPolls = (previousMemory?.reportedPolls ?? 0) + Number(hasEvents);
		storeMemory(context, { ...newMemory, reportedPolls }, { hasEvents });
		return outputs;
	} finally {
		runningPolls.delete(context);
	}
}

/** True at the first poll of an activated workflow, or of a trigger that was enabled after {@link STALE_MS}. */
function wasActivated(context: IPollFunctions, memory: TriggerMemory | undefined): boolean {
	if (finishedPolls.has(context)) return false;
	const mode = context.getActivationMode();
	if (mode === 'activate' || mode === 'create') return true;
	// n8n reports an enabled trigger as an edit. The scheduler creates a context for each poll.
	const isScheduled =
		(context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS) < UNSCHEDULED_BUDGET_MS;
	const { polledAt = 0 } = latestPolls.get(getTriggerKey(context)) ?? {};
	const lastAt = Math.max(memory?.polledAt ?? 0, polledAt);
	return mode === 'update' && !isScheduled && Date.now() - lastAt > STALE_MS;
}

/** Detects the events since the last poll, and creates their outputs. Also returns the new memory. */
async function outputNewEvents(
	context: IPollFunctions,
	previousMemory: TriggerMemory | undefined,
): Promise<{ outputs: IDataObject[]; newMemory: TriggerMemory }> {
	const deadline = Date.now() + REASONS_BUDGET_MS;
	const client = await PostizClient.create(context, { timeout: REQUEST_TIMEOUT_MS });
	const timezone = context.getTimezone();
	const { postEvents, alerts, newMemory } = await detectEvents(context, client, previousMemory);
	const { outputs, postponed } = await fetchPostEventOutputs(client, postEvents, {
		timezone,
		deadline,
	});
	const alertOutputs = alerts.map((alert) =>
		createAlertOutput(alert, newMemory.polledAt, timezone),
	);
	return {
		outputs: [...outputs, ...alertOutputs],
		newMemory: forgetFailures(newMemory, postponed),
	};
}

/** Creates the outputs of events. Failures whose reasons would take too long are postponed to the next poll. */
async function fetchPostEventOutputs(
	client: PostizClient,
	postEvents: PostEvent[],
	options: { timezone: string; deadline: number },
): Promise<{ outputs: IDataObject[]; postponed: PostEvent[] }> {
	const outputs: IDataObject[] = [];
	const postponed: PostEvent[] = [];
	for (const event of postEvents) {
		const isTooLate = outputs.length > 0 && Date.now() > options.deadline;
		if (event.name === 'postFailed' && isTooLate) postponed.push(event);
		else outputs.push(await fetchPostEventOutput(client, event, options));
	}
	return { outputs, postponed };
}

/** Removes failures from the memory, so that the next poll finds them again. */
function forgetFailures(memory: TriggerMemory, failures: PostEvent[]): TriggerMemory {
	if (failures.length === 0) return memory;
	const posts = { ...memory.posts };
	for (const { post } of failures) posts[post.id] = { ...posts[post.id], failure: undefined };
	return { ...memory, posts };
}
