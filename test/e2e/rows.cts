/** What holds of rows in an n8n of any kind. */
import type { INodeParameters } from 'n8n-workflow';

import {
	creating,
	idsIn,
	postizNode,
	postOn,
	rowsOf,
	START_NODE,
	storeChain,
	textsIn,
	type World,
} from '../shared/n8n/world.cjs';

/** A date for each row, so that each has a request of its own. */
export const OWN_DATES =
	"={{ DateTime.fromISO('2099-03-04T10:00:00Z').plus($itemIndex, 'days').toISO() }}";

export const textsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => `Row ${index + 1}`);

/** Stores a workflow that schedules so many rows, one by one. */
export const storeRows = async (world: World, count: number, options: INodeParameters = {}) =>
	await storeChain(
		world,
		[
			postizNode('Postiz', world.apiKey, {
				...postOn(world, 'bluesky', '={{ $json.text }}', 'schedule'),
				date: OWN_DATES,
				options,
			}),
		],
		rowsOf(...textsOf(count)),
	);

/** Two executions of one workflow at once post their own rows, each once, and name them. */
export async function executionsAtOncePostTheirOwn(world: World): Promise<void> {
	const { n8n, service } = world;
	service.reset();
	const delay = 4000;
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'latency', times: 2, delay });
	const texts = textsOf(3);
	const { id } = await storeRows(world, texts.length, { ifExists: 'post' });
	const executions = await Promise.all([1, 2].map(async () => await n8n.execute(id, START_NODE)));

	expect(executions.map(({ error }) => error)).toEqual([undefined, undefined]);
	const [first, second] = creating(world).map(({ at }) => at);
	expect(second - first).toBeLessThan(delay);
	expect(textsIn(world).sort()).toEqual([...texts, ...texts].sort());
	const named = executions.map(({ items }) => items('Postiz').map(({ json }) => json.postId));
	expect(named.map(({ length }) => length)).toEqual([texts.length, texts.length]);
	expect(named.flat().sort()).toEqual(idsIn(world).sort());
}
