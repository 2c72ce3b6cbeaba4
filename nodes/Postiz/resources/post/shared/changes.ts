import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { changedRow } from '../../../calendar/row';
import type { PostChanger, MakeChange } from '../../../publishing/change/changer';
import { repeatAfter } from '../../../publishing/change/planChange';
import { describeRepeats } from '../../../values/repetition';
import { refuseCancelled } from '../../shared/once';
import { addHint } from '../../shared/operation';
import type { RunMemory } from '../../shared/runMemory';
import { addMissingTagsHint, addNotesHint, addUnfetchableHint } from './hints';

interface ChangingRun {
	context: IExecuteFunctions;
	changer: PostChanger;
	memory: Pick<RunMemory, 'unclearPosts'>;
}

/** Changes a post by {@link PostChanger.change}, and returns its row. */
export async function changePost(
	{ context, changer, memory }: ChangingRun,
	key: string,
	id: string,
	makeChange: MakeChange,
): Promise<IDataObject> {
	if (!memory.unclearPosts.has(key)) refuseCancelled(context);
	const { post, changed, missingTags } = await changer.change(key, id, makeChange);
	return changedRow(post, changed, missingTags);
}

/** Adds hints about all changes of a run. */
export function addChangeHints({ context, changer }: Omit<ChangingRun, 'memory'>): void {
	const { sent, missingTags } = changer;
	const posts = sent.map(({ post, payload }) => ({ ...post, payload }));
	addNotesHint(context, posts);
	addUnfetchableHint(context, posts);
	addMissingTagsHint(context, missingTags);
	const repeats = sent.flatMap((change) => repeatAfter(change) ?? []);
	addHint(context, describeRepeats(repeats, context.getTimezone()));
}
