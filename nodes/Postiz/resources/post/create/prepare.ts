import { PostFinder } from '../../../calendar/post';
import type { MediaFile } from '../../../media/mediaFile';
import { unreachable } from '../../../publishing/check/check';
import { placesOf } from '../../../publishing/check/rules';
import { planChange, prepareChange, type SentChange } from '../../../publishing/change';
import { mergeRow } from '../../../publishing/merge';
import { filesOfPost, toPayload, withKey, type Sending } from '../../../publishing/requests';
import type { Run } from '../../../publishing/run';
import type { Finding, Step, Wanted } from '../../../publishing/shapes';
import type { ImageRef } from '../../../transport/types';
import { Problem, quote } from '../../../values/problem';
import type { Failures } from '../../shared/operation';
import { isToSend, judgeItems } from './judge';

type References = Map<MediaFile, ImageRef>;
type ToChange = Extract<Step, { do: 'change' }>;

/** What is ready to be sent, and the changes among it that turned out to be none. */
export interface Prepared {
	steps: Step[];
	sendings: Sending[];
	/** What each change writes. */
	changes: Map<Wanted, SentChange>;
}

/** Uploads the files of all posts that are to be sent, and merges what changes with what the calendar has. */
export async function prepare(steps: Step[], run: Run, failures: Failures): Promise<Prepared> {
	const posts = new PostFinder(run.client);
	const references = new Map<Wanted, References>();
	const changes = new Map<Wanted, SentChange>();
	const planned = new Map<Wanted, Sending | undefined>();
	const needed = neededIn(steps, failures);
	await failures.atOnce(
		steps.filter(({ wanted }) => needed.has(wanted)),
		async (step) => {
			const { wanted } = step;
			if (step.do === 'change') planned.set(wanted, await plan(step));
			if (step.do !== 'create') return;
			references.set(wanted, await run.uploads.references(filesOfPost(wanted)));
		},
	);
	// Only now is it known where the instance keeps its files.
	const known = steps.map((step) => withUnreachable(step, references.get(step.wanted)));
	const judged = judgeItems(known, failures, run.timezone);
	const stillNeeded = neededIn(judged, failures);
	const sendings = judged.flatMap((step): Sending[] => {
		const { wanted } = step;
		const own = references.get(wanted);
		if (!stillNeeded.has(wanted)) return [];
		if (step.do === 'create' && own) return [toSending(step, own)];
		const change = planned.get(wanted);
		return change ? [change] : [];
	});
	return { steps: judged, sendings, changes };

	async function plan(step: ToChange): Promise<Sending | undefined> {
		const change = await prepareStep(step, posts, run);
		changes.set(step.wanted, change);
		const { changed, shared, payload } = change;
		if (changed.length === 0) return undefined;
		const isForSlot = step.wanted.item.shared.type === 'nextSlot' && changed.includes('date');
		const planAgain = async () => await plan(step);
		return { step, shared, payload, isForSlot, plannedAt: Date.now(), planAgain };
	}
}

/** The posts to send that an item means which hasn't failed, itself or by saying the same. */
function neededIn(steps: Step[], failures: Failures): Set<Wanted> {
	const meant = new Set<Wanted>();
	for (const step of steps) {
		if (failures.has(step.wanted.item.index)) continue;
		meant.add(step.do === 'same' ? step.sameAs : step.wanted);
	}
	const needed = steps.flatMap((step) =>
		isToSend(step) && meant.has(step.wanted) ? [step.wanted] : [],
	);
	return new Set(needed);
}

/** The step with what is to be said of uploaded files that its network cannot reach. */
function withUnreachable(step: Step, references?: References): Step {
	const { wanted, findings } = step;
	if (!references || wanted.key.isDraft) return step;
	const { skipsValidation } = wanted.item;
	const places = placesOf(wanted, 'never', (file) => references.get(file)?.path);
	const found = places
		.map(unreachable)
		.filter(({ message }) => findings.every((known) => known.message !== message))
		.map((finding): Finding => (skipsValidation ? { ...finding, level: 'note' } : finding));
	return { ...step, findings: [...findings, ...found] };
}

function toSending(step: Step, references: References): Sending {
	const { item, key } = step.wanted;
	const { type } = item.shared;
	const isForSlot = type === 'nextSlot';
	return {
		step,
		payload: withKey(toPayload(step.wanted, references), key),
		shared: { ...item.shared, type: isForSlot ? 'schedule' : type },
		...(isForSlot && { isForSlot }),
	};
}

async function prepareStep(
	{ wanted, post, changed }: ToChange,
	posts: PostFinder,
	run: Run,
): Promise<SentChange> {
	return await prepareChange(async () => {
		posts.forget();
		const before = await posts.fetch(post.id);
		const plan = planChange(before, mergeRow(before, wanted, changed), run.timezone);
		// What was decided may be wrong by now, such as of a draft that somebody has approved.
		if (before.state === post.state) return plan;
		throw new Problem(
			`The post ${quote(post.id)} was changed in Postiz meanwhile`,
			'Nothing was changed. Run this again.',
		);
	}, run);
}
