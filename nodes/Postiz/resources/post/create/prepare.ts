import { PostFinder } from '../../../calendar/post';
import { unreachable } from '../../../publishing/check/check';
import { placesOf } from '../../../publishing/check/rules';
import { refusalOf, type FindingOfPost } from '../../../publishing/check/findings';
import { planChange, prepareChange, type SentChange } from '../../../publishing/change';
import { mergeRow } from '../../../publishing/merge';
import { filesOfPost, toPayload, withKey, type Sending } from '../../../publishing/requests';
import type { Run } from '../../../publishing/run';
import type { Finding, Step } from '../../../publishing/shapes';
import type { Failures } from '../../shared/operation';
import { isToSend, leaveOut } from './judge';

/** What is ready to be sent, and the changes among it that turned out to be none. */
export interface Prepared {
	sendings: Sending[];
	/** What each change writes. */
	changes: Map<Step, SentChange>;
}

/** True if an item that means the post hasn't failed. */
const isWanted = (step: Step, steps: Step[], failures: Failures): boolean =>
	!failures.has(step.wanted.item.index) ||
	steps.some(({ sameAs, wanted }) => sameAs === step.wanted && !failures.has(wanted.item.index));

/** Uploads the files of all posts that are to be sent, and merges what changes with what the calendar has. */
export async function prepare(steps: Step[], run: Run, failures: Failures): Promise<Prepared> {
	const posts = new PostFinder(run.client);
	const changes = new Map<Step, SentChange>();
	const open = steps.filter((step) => isToSend(step) && isWanted(step, steps, failures));
	const ofItems = open.map((step) => ({ item: step.wanted.item, step }));
	const sendings = await failures.atOnce(
		ofItems,
		async ({ step }): Promise<Sending | undefined> => {
			if (step.do === 'create') return await prepareNew(step, run, open);
			const sent = await prepareStep(step, posts, run);
			changes.set(step, sent);
			if (sent.changed.length === 0) return undefined;
			return { step, shared: sent.shared, payload: sent.payload };
		},
	);
	// Items may have failed meanwhile.
	const isSent = (sending: Sending | undefined): sending is Sending =>
		sending !== undefined && isWanted(sending.step, steps, failures);
	return { sendings: sendings.filter(isSent), changes };
}

async function prepareNew(
	step: Step,
	{ uploads }: Run,
	open: Step[],
): Promise<Sending | undefined> {
	const { wanted } = step;
	const { item, key, target } = wanted;
	const references = await uploads.references(filesOfPost(wanted));
	// Only now is it known where the instance keeps its files.
	const places = placesOf(wanted, 'never', (file) => references.get(file)?.path);
	const lost = key.isDraft ? [] : places.map(unreachable);
	if (item.skipsValidation) {
		const known = new Set(wanted.findings.map(({ message }) => message));
		const notes = lost.filter(({ message }) => !known.has(message));
		wanted.findings.push(...notes.map((finding): Finding => ({ ...finding, level: 'note' })));
	} else {
		const found = lost.map((finding): FindingOfPost => [target, finding]);
		const others = open.filter((one) => one !== step && one.wanted.item === item && isToSend(one));
		if (found.length > 0 && item.leavesOut && others.length > 0) {
			leaveOut(step, found);
			return undefined;
		}
		if (found.length > 0) throw refusalOf(found);
	}
	const { type } = item.shared;
	const isForSlot = type === 'nextSlot';
	return {
		step,
		payload: withKey(toPayload(wanted, references), key),
		shared: { ...item.shared, type: isForSlot ? 'schedule' : type },
		...(isForSlot && { isForSlot }),
	};
}

async function prepareStep(step: Step, posts: PostFinder, run: Run): Promise<SentChange> {
	const { wanted, changed = [] } = step;
	return await prepareChange(async () => {
		posts.forget();
		const before = await posts.fetch(step.post!.id);
		const findSlot = async () => await run.slots.findOne(wanted.target);
		return planChange(before, await mergeRow(before, wanted, changed, findSlot), run.timezone);
	}, run);
}
