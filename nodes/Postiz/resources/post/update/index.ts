import type { IDataObject } from 'n8n-workflow';

import { findMissingLabels } from '../../../calendar/compare';
import { toDetails, type WholePost } from '../../../calendar/whole';
import { Uploads } from '../../../media/uploads';
import { openFiles } from '../../../publishing/plan/plan';
import { sharedByTries } from '../../../transport/tries';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { readId } from '../../shared/ids';
import { forEachItemOnce } from '../../shared/once';
import type { Operation } from '../../shared/types';
import { oneAtATime, PostChanger, type SentChange } from '../shared/change/changer';
import type { PostChange } from '../shared/change/merge';
import { addMissingTagsHint, addUnfetchableHint } from '../shared/hints';
import { updateFields } from './fields';
import { readChange } from './read';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update the text, files or date of a post',
	description:
		"Change a post that hasn't been published yet, by post ID. A failed post is tried again at its new date.",
	properties: updateFields,
	execute: async (context, client) => {
		const uploads = new Uploads(context, client, 'postMedia');
		const changer = new PostChanger(client, uploads, context.getTimezone());
		const unclear = unclearChanges(context);
		const sentPosts: Parameters<typeof addUnfetchableHint>[1] = [];
		const output = await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId');
			const changeFor = readChange(context, itemIndex);
			const settle = async (sent: SentChange) => {
				const after = await changer.settle(sent);
				unclear.delete(itemIndex);
				return [describeChange(sent, after)];
			};
			const earlier = unclear.get(itemIndex);
			if (earlier) return await settle(earlier);
			if ([...unclear.values()].some(({ before }) => before.listed.id === id)) {
				throw new Problem(
					`The post ${quote(id)} was not changed again`,
					'It is unclear what happened to it in an earlier item: see the error of that item.',
				);
			}
			const change = changeFor(await changer.networkOf(id));
			const opened = await openFiles([filesOfChange(change)], uploads);
			// A mistake must not cost an upload.
			if (opened.size > 0) await changer.plan(id, change, opened);
			await uploads.references(opened.values());
			return await oneAtATime(id, async () => {
				// The uploads took their time: the post may have changed or gone out meanwhile.
				const sent = await changer.send(await changer.plan(id, change, opened));
				sentPosts.push({ target: sent.post.target, item: sent.item });
				if (sent.problem?.isUnclear) unclear.set(itemIndex, sent);
				return await settle(sent);
			});
		});
		addUnfetchableHint(context, sentPosts);
		addMissingTagsHint(
			context,
			output.flatMap(({ json }) => (json.missingTags ?? []) as string[]),
		);
		return output;
	},
};

/** Changes of which it is not known whether they were made, by the index of the item. */
const unclearChanges = sharedByTries(() => new Map<number, SentChange>());

function describeChange(sent: SentChange, after: WholePost): IDataObject {
	const missing = findMissingLabels(sent, after);
	return {
		...toDetails(after),
		changed: changedFields(sent.change),
		...(missing.length > 0 && { missingTags: missing }),
	};
}

function filesOfChange({ media = [], thread = [], settings }: PostChange) {
	return {
		parts: [{ text: '', files: media }, ...thread],
		settingFiles: settings?.settingFiles ?? {},
	};
}

/** The names of what was to be changed; of settings, each with its key. */
function changedFields({ settings, ...change }: PostChange): string[] {
	const keys = Object.keys(change).filter((key) => key !== 'format');
	const settingKeys = Object.keys({ ...settings?.settings, ...settings?.settingFiles });
	return [...keys, ...settingKeys.map((key) => `settings.${key}`)];
}
