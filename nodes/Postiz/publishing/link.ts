import { PostFinder } from '../calendar/post';
import { LimitWait } from '../transport/pause';
import { ignoreProblem } from '../values/problem';
import { contentOfPost, planChange, prepareChange, refuseUnchangeable } from './change';
import { deliver } from './deliver';
import type { Sending } from './requests';
import { Journal, type Run } from './run';
import type { Step } from './shapes';

type Existing = Extract<Step, { do: 'there' }>;

/**
 * Writes the Row ID into the keys of posts that Create made, so that later changes of their rows find them. Returns how
 * many were linked. No row fails by it, and it doesn't wait for the limit: the next run links what is left.
 */
export async function linkRows(steps: Step[], run: Run): Promise<number> {
	const toLink = steps.flatMap((step) => (step.do === 'there' && step.isToLink ? [step] : []));
	const posts = new PostFinder(run.client);
	const planned = await Promise.all(
		toLink.map(async (step) => await planLink(step, posts, run).catch(ignoreProblem)),
	);
	const sendings = planned.filter((sending) => sending !== undefined);
	const limit = new LimitWait(0, async () => await Promise.resolve(false));
	const fates = await deliver(sendings, { ...run, limit, journal: new Journal() }, true);
	return fates.filter(({ outcome }) => outcome === 'changed').length;
}

/** The post as it is, with the key of its row. Throws {@link Problem} if it can't be written. */
async function planLink(step: Existing, posts: PostFinder, run: Run): Promise<Sending> {
	const { wanted, post } = step;
	const { payload, shared } = await prepareChange(async () => {
		const before = await posts.fetch(post.id);
		refuseUnchangeable({ before, isStateAlone: false }, run.timezone);
		return planChange(before, { post: contentOfPost(before), key: wanted.key }, run.timezone);
	}, run);
	return {
		step: { do: 'change', wanted, post, changed: [], findings: [] },
		...{ payload, shared },
		plannedAt: Date.now(),
		planAgain: async () => await planLink(step, posts, run),
	};
}
