import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrMake } from '../values/getOrMake';
import { contentOf } from '../values/postKey';
import type { Sent, Wanted } from './shapes';

/**
 * What the tries of a run have sent, so that Retry On Fail sends nothing twice: n8n hands each try the same items, and
 * their first is the key of its journal (shared/runMemory.ts).
 */
export class Journal {
	private readonly sent = new Map<string, Sent>();

	/** What earlier tries sent of a post; undefined if nothing. */
	sentOf(one: Wanted): Sent | undefined {
		return this.sent.get(keyOf(one));
	}

	/** A request with this post is about to be sent, under this ID of its key. */
	noteSending(one: Wanted, id: string): void {
		getOrMake(this.sent, keyOf(one), (): Sent => ({ ids: [] })).ids.push(id);
	}

	/** Postiz has the post. */
	noteMade(one: Wanted, made: Omit<Sent, 'ids'>): void {
		Object.assign(
			getOrMake(this.sent, keyOf(one), (): Sent => ({ ids: [] })),
			made,
		);
	}

	/** Postiz certainly doesn't have it. */
	noteMissing(one: Wanted): void {
		this.sent.delete(keyOf(one));
	}
}

const keyOf = ({ target, key, item, place }: Wanted) =>
	[target.id, contentOf(key), key.row, ...(item.postsAgain ? [item.index, place] : [])].join(' ');

const MAX_EXECUTIONS = 100;
/** What the rounds of a loop said under each Row ID, by execution and node. */
const saidIn = new Map<string, Map<string, string>>();

type Execution = Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>;

/**
 * Tells whether an earlier round of a loop said something else of a row, as after a copied ID; a row that failed and
 * comes back says the same.
 */
export function otherInRounds(context: Execution): (one: Wanted) => boolean {
	const execution = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const said = getOrMake(saidIn, execution, () => new Map<string, string>());
	for (const key of saidIn.keys()) {
		if (saidIn.size <= MAX_EXECUTIONS) break;
		saidIn.delete(key);
	}
	return (one) => {
		const content = contentOf(one.key);
		return getOrMake(said, `${one.target.id} ${one.key.row}`, () => content) !== content;
	};
}
