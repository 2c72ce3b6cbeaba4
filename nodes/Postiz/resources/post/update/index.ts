import type { CalendarPost } from '../../../calendar/post';
import { channelFacts } from '../../../channels/facts';
import { isSameNetwork } from '../../../channels/targets';
import { Uploads } from '../../../media/uploads';
import { providerName } from '../../../providers';
import { PostChanger } from '../../../publishing/change/changer';
import { listNames } from '../../../values/lists';
import { postField } from '../../shared/ids';
import { forEachItemOnce } from '../../shared/once';
import { addHint, type Operation } from '../../shared/operation';
import { addChangeHints, changePost } from '../shared/changes';
import { changeOf } from './changeOf';
import { updateFields } from './fields';
import { readUpdateForm } from './readForm';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update text, date or state of post',
	description:
		'Change a post that is not published yet, by post ID: its text, date, files or settings, or whether it is a draft',
	properties: updateFields,
	execute: async (context, client, memory) => {
		const timezone = context.getTimezone();
		const uploads = new Uploads(context, client, 'postMedia', memory.files);
		const factsOf = channelFacts(client);
		const unclear = memory.unclearPosts;
		const changer = new PostChanger(client, { uploads, factsOf, timezone, unclear });
		const run = { context, changer, memory };
		const unused = new Set<string>();
		const used = new Set<string>();
		const output = await forEachItemOnce(context, memory.done, async (itemIndex) => {
			const id = postField.readItem(context, itemIndex);
			const form = readUpdateForm(context, itemIndex);
			const makeChange = async (before: CalendarPost) => {
				const network = before.integration?.providerIdentifier ?? '';
				for (const one of form.networks) (isSameNetwork(one, network) ? used : unused).add(one);
				return await changeOf(before, form, { client, uploads, timezone });
			};
			return [await changePost(run, String(itemIndex), id, makeChange)];
		});
		addChangeHints(run);
		const left = [...unused].filter((network) => !used.has(network)).map(providerName);
		if (left.length > 0) {
			const what = `Network Settings for ${listNames(left)} were not used: no post is there.`;
			addHint(context, what, '');
		}
		return output;
	},
};
