import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { missingTags } from '../../../calendar/post';
import { changedRow } from '../../../calendar/row';
import type { PostChanger, What } from '../../../publishing/change/changer';
import { repeatAfter } from '../../../publishing/change/plan';
import type { SentChange } from '../../../publishing/change/types';
import { TOO_MANY_REQUESTS } from '../../../transport/answer';
import { append } from '../../../values/lists';
import { caughtProblem, Problem, quote } from '../../../values/problem';
import { describeRepeats } from '../../../values/repetition';
import { refuseCancelled } from '../../shared/once';
import { addHint } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import { addMendedHint, addMissingTagsHint, addNotesHint, addUnfetchableHint } from './hints';

/** Makes the changes of a run, each once over all tries, and collects hints about them. */
export class Changes {
	private readonly sent: SentChange[] = [];
	private readonly missingTags: string[] = [];
	/** Once the hourly limit is reached, nothing more is sent, as rejected requests count, too. */
	private limited?: Problem;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly changer: PostChanger,
		private readonly unclear: RunMemory['unclearPosts'],
	) {}

	/**
	 * Changes a post into what it should be, and returns its row. With a `key` under which an earlier try may have made
	 * the change, it is only looked up. Throws {@link Problem}.
	 */
	async make(key: string, id: string, what: What): Promise<IDataObject> {
		const earlier = this.unclear.get(key);
		if (earlier) return await this.settle(key, earlier);
		if ([...this.unclear.values()].some(({ before }) => before.id === id)) {
			throw new Problem(
				`The post ${quote(id)} was not changed again`,
				'It is unclear what happened to it in an earlier item: see the error of that item.',
			);
		}
		refuseCancelled(this.context);
		if (this.limited) throw this.limited;
		const made = await this.changer.change(id, what).catch((error: unknown) => {
			const problem = caughtProblem(error);
			if (problem.httpCode === String(TOO_MANY_REQUESTS)) this.limited = problem;
			throw problem;
		});
		if (!('item' in made)) return changedRow(made, []);
		this.sent.push(made);
		if (made.problem?.isUnclear) this.unclear.set(key, made);
		return await this.settle(key, made);
	}

	private async settle(key: string, sent: SentChange): Promise<IDataObject> {
		const after = await this.changer.settle(sent);
		this.unclear.delete(key);
		const missing = missingTags(sent.shared.tags, after);
		append(this.missingTags, missing);
		return changedRow(after, sent.changed, missing);
	}

	/** Adds hints about all changes. */
	addHints(): void {
		const { context, sent } = this;
		const posts = sent.map(({ post, item }) => ({ ...post, item }));
		addNotesHint(context, posts);
		addUnfetchableHint(context, posts);
		addMendedHint(
			context,
			sent.flatMap(({ mended }) => [...(mended ?? [])]),
		);
		addMissingTagsHint(context, this.missingTags);
		const repeats = sent.flatMap((change) => repeatAfter(change) ?? []);
		if (repeats.length > 0) addHint(context, describeRepeats(repeats, context.getTimezone()));
	}
}
