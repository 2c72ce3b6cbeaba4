/** What holds of rows in an n8n of any kind. */
import type { OnError } from 'n8n-workflow';

import {
	creating,
	idsIn,
	postizNode,
	postOn,
	rowsOf,
	runChain,
	START_NODE,
	storeChain,
	textsIn,
	type World,
} from '../shared/n8n/world.cjs';

const TEXTS = ['Row 1', 'Row 2', 'Row 3'];

/** A date for each row, so that each has a request of its own. */
export const OWN_DATES =
	"={{ DateTime.fromISO('2099-03-04T10:00:00Z').plus($itemIndex, 'days').toISO() }}";

/** Schedules a post for each row, on Bluesky, and is tried three times. */
const scheduling = (world: World, onError?: OnError) => ({
	...postizNode('Postiz', world.apiKey, {
		...postOn(world, 'bluesky', '={{ $json.text }}', 'schedule'),
		date: OWN_DATES,
		options: { ifExists: 'post' },
	}),
	...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError },
});

/** With Retry On Fail and a first row that fails in every try, each other row is posted once. */
export async function retriesPostNoRowTwice(world: World, onError: OnError): Promise<void> {
	const rows = rowsOf('', ...TEXTS);
	const { error, items } = await runChain(world, [scheduling(world, onError)], rows);
	expect(error).toBeUndefined();
	const [failed, ...created] = [...items('Postiz', 1), ...items('Postiz')];
	expect(failed.json).toMatchObject({ error: expect.stringContaining('the text is empty') });
	expect(textsIn(world).sort()).toEqual(TEXTS);
	expect(created.map(({ json }) => json.postId)).toEqual(idsIn(world));
	expect(creating(world)).toHaveLength(TEXTS.length);
}

/** Two executions of one workflow at once post their own rows, each once, and name them. */
export async function executionsAtOncePostTheirOwn(world: World): Promise<void> {
	const { n8n, service } = world;
	service.reset();
	const delay = 4000;
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'latency', times: 2, delay });
	const { id } = await storeChain(world, [scheduling(world)], rowsOf(...TEXTS));
	const executions = await Promise.all([1, 2].map(async () => await n8n.execute(id, START_NODE)));

	expect(executions.map(({ error }) => error)).toEqual([undefined, undefined]);
	const [first, second] = creating(world).map(({ at }) => at);
	expect(second - first).toBeLessThan(delay);
	expect(textsIn(world).sort()).toEqual([...TEXTS, ...TEXTS].sort());
	const named = executions.map(({ items }) => items('Postiz').map(({ json }) => json.postId));
	expect(named.map(({ length }) => length)).toEqual([TEXTS.length, TEXTS.length]);
	expect(named.flat().sort()).toEqual(idsIn(world).sort());
}
