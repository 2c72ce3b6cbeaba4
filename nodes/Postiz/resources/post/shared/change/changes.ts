import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findMissingLabels, type SentChange } from '../../../../calendar/compare';
import { toDetails, type WholePost } from '../../../../calendar/row';
import { describeRepeats } from '../../../../values/repetition';
import { append } from '../../../../values/lists';
import { Problem, quote } from '../../../../values/problem';
import { addHint } from '../../../shared/operation';
import type { RunMemory } from '../../../shared/runMemory';
import { addMendedHint, addMissingTagsHint, addNotesHint, addUnfetchableHint } from '../hints';
import { oneAtATime, type PostChanger, type Want } from './changer';
import { repeatAfter } from './wantedPost';

/** Makes the changes of a run, each once over all tries. All methods throw {@link Problem}. */
export class Changes {
	private readonly sentPosts: Parameters<typeof addUnfetchableHint>[1] = [];
	private readonly noted: Parameters<typeof addNotesHint>[1] = [];
	private readonly mended: string[] = [];
	private readonly missingTags: string[] = [];
	private readonly repeats: number[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly changer: PostChanger,
		private readonly unclear: RunMemory['unclearPosts'],
	) {}

	/** The row of a change that an earlier try may have made; undefined if there was none. */
	async finish(key: string): Promise<IDataObject | undefined> {
		const earlier = this.unclear.get(key);
		return earlier && (await this.settle(key, earlier));
	}

	/** Throws {@link Problem} if it is unclear what an earlier change did to the post. */
	refuseUnclear(id: string): void {
		if (![...this.unclear.values()].some(({ before }) => before.listed.id === id)) return;
		throw new Problem(
			`The post ${quote(id)} was not changed again`,
			'It is unclear what happened to it in an earlier item: see the error of that item.',
		);
	}

	/** Changes a post and returns its row. Nothing is sent if it already matches. */
	async make(key: string, id: string, want: Want): Promise<IDataObject> {
		return await oneAtATime(id, async () => {
			const plan = await this.changer.plan(id, want);
			if (plan.changed.length === 0) return unchangedRow(plan.before);
			const sent = await this.changer.send(plan);
			this.sentPosts.push({ target: sent.post.target, item: sent.item });
			this.noted.push({ target: sent.post.target, notes: sent.post.notes });
			append(this.mended, [...(sent.mended ?? [])]);
			const repeat = repeatAfter(plan.before, plan);
			if (repeat !== undefined) this.repeats.push(repeat);
			if (sent.problem?.isUnclear) this.unclear.set(key, sent);
			return await this.settle(key, sent);
		});
	}

	/** Adds hints about all changes. */
	addHints(): void {
		addNotesHint(this.context, this.noted);
		addUnfetchableHint(this.context, this.sentPosts);
		addMendedHint(this.context, this.mended);
		addMissingTagsHint(this.context, this.missingTags);
		const repeats = describeRepeats(this.repeats, this.context.getTimezone());
		if (repeats !== '') addHint(this.context, repeats);
	}

	private async settle(key: string, sent: SentChange): Promise<IDataObject> {
		const after = await this.changer.settle(sent);
		this.unclear.delete(key);
		const missingTags = findMissingLabels(sent, after);
		append(this.missingTags, missingTags);
		return {
			...toDetails(after),
			changed: sent.changed,
			...(missingTags.length > 0 && { missingTags }),
		};
	}
}

/** The row of a post that already matches. */
export const unchangedRow = (whole: WholePost): IDataObject => ({
	...toDetails(whole),
	changed: [],
});
