import type { INodeListSearchItems, INodePropertyOptions } from 'n8n-workflow';

import { PostFinder } from '../calendar/find';
import { readSettings } from '../calendar/row';
import { option } from '../form/fields';
import { findProvider, isPicker, providers } from '../providers';
import type { Provider, SettingField } from '../providers/types';
import type { ListedPost } from '../transport/types';
import { Problem, quote } from '../values/problem';
import { idIn } from '../values/read';
import { atLeastOne, chosenId, chosenText, matching, type FillList, type OpenList } from './lists';
import { otherChannelRows, pickerRows } from './providerPickers';

/** The settings of the chosen post's network, or of all networks (docs/api.md, Provider settings). */
export const searchPostSettings: FillList = async (list) => {
	const post = await chosenPost(list);
	const { providerIdentifier: identifier = '' } = post?.integration ?? {};
	const known = networksOf(post);
	const rows = known.flatMap((provider) =>
		provider.fields.map(({ displayName, name }) => ({
			name: known.length === 1 ? displayName : `${provider.displayName}: ${displayName}`,
			value: name,
		})),
	);
	const settings = atLeastOne(
		onceEach(rows),
		`The node doesn't know the settings of ${known[0]?.displayName ?? identifier}`,
		'Enter the key of the setting by hand, as the Postiz API calls it.',
	);
	return matching(settings, list.typed);
};

/** The values that the setting beside this field can have; for free text there are none to list. */
export const searchSettingValues: FillList = async (list) => {
	const key = chosenText(list, '&key');
	if (key === '') throw new Problem('Choose the setting first', 'Then open this list again.');
	const post = await chosenPost(list);
	const matches = networksOf(post).flatMap((provider) =>
		provider.fields.filter(({ name }) => name === key).map((field) => ({ provider, field })),
	);
	const [match] = matches;
	const { channelsOf, displayName = quote(key), description = '' } = match?.field ?? {};
	if (match && isPicker(match.field)) {
		const channelId = post?.integration?.id;
		if (!channelId) {
			throw new Problem(
				'Choose the post first',
				'The values come from its channel. Pick the post, then open this list again.',
			);
		}
		const settings = readSettings(post.settings) ?? {};
		const valueOf = (name: string) => idIn(settings[name]);
		return await pickerRows(list, match.provider, match.field, channelId, valueOf);
	}
	const rows = channelsOf
		? otherChannelRows(await list.client.channels(), channelsOf, post?.integration?.id)
		: matches.flatMap(({ field }) => valuesOf(field));
	const values = atLeastOne(
		onceEach(rows),
		`No list of values for ${displayName}`,
		`Choose By Value, and enter it. ${description}`.trim(),
	);
	return matching(values, list.typed);
};

/** Undefined if no post is chosen. Throws {@link Problem} for one that does not exist. */
async function chosenPost(list: OpenList): Promise<ListedPost | undefined> {
	const id = chosenId(list, 'postId', 'Post');
	return id === '' ? undefined : (await new PostFinder(list.client).read(id)).listed;
}

function networksOf(post: ListedPost | undefined): Provider[] {
	if (!post) return providers;
	return [findProvider(post.integration?.providerIdentifier ?? '') ?? []].flat();
}

function valuesOf({ type, options = [] }: SettingField): INodeListSearchItems[] {
	if (type === 'boolean') return [option('On', 'true'), option('Off', 'false')];
	if (type !== 'options') return [];
	return (options as INodePropertyOptions[]).map(({ name, value }) => ({ name, value }));
}

/** Networks that have a setting of the same key offer the same values, too. */
const onceEach = (rows: INodeListSearchItems[]) => [
	...new Map(rows.map((row) => [`${row.name} ${String(row.value)}`, row])).values(),
];
