import { show } from './compare.cjs';
import type { Instance } from './instance.cjs';
import type { Outcome } from './types.cjs';

const AT_ONCE = 4;

/**
 * Deletes every post that is the suite's own: what it made, and what carries its marker. Returns how
 * many it deleted, and what is still listed afterwards. Throws if the posts cannot be listed.
 */
export async function deleteOwnPosts(
	instance: Instance,
): Promise<{ deleted: number; left: string[] }> {
	const { living, ids } = instance.gate.ledger;
	// Also finds what an earlier run, or an answer that was lost, left behind.
	await instance.list();
	const doomed = [...living.keys()];
	const queue = [...doomed];
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (let id = queue.pop(); id !== undefined; id = queue.pop())
				await instance.call('DELETE', `/public/v1/posts/${id}`);
		}),
	);
	const listed = (await instance.list()).map(({ id }) => String(id));
	const left = [...new Set(listed.filter((id) => ids.has(id)))];
	return { deleted: doomed.length - left.length, left };
}

/** Deletes all that the suite made, and says whether nothing is left. */
export async function cleanUp(instance: Instance): Promise<Outcome> {
	const outcome: Outcome = { area: 'clean-up', passed: 0, failed: [], skipped: [] };
	const name = 'everything that was made is deleted';
	try {
		const { left } = await deleteOwnPosts(instance);
		if (left.length === 0) outcome.passed += 1;
		else outcome.failed.push({ name, problem: `still there: ${show(left)}` });
	} catch (error) {
		outcome.failed.push({ name, problem: (error as Error).message });
	}
	// What the gate held back, the node or a case should not have sent.
	const { objections } = instance.gate;
	if (objections.length === 0) outcome.passed += 1;
	for (const problem of new Set(objections))
		outcome.failed.push({ name: 'nothing was sent that could do harm', problem });
	return outcome;
}
