import type { INodeListSearchItems, INodePropertyOptions } from 'n8n-workflow';

import { PostFinder } from '../calendar/find';
import { parseSettings } from '../calendar/row';
import { findProvider, providers } from '../providers';
import type { Picker, Provider, SettingField } from '../providers/types';
import type { ListedPost } from '../transport/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { idIn } from '../values/read';
import { chosenId, chosenText, matching, type FillList, type OpenList } from './lists';
import { otherChannelRows, pickerRows, readData } from './providerPickers';

/**
 * The settings of the chosen post's network; those of all networks if no post is chosen yet
 * (docs/api.md, Provider settings).
 */
export const searchPostSettings: FillList = async (list) => {
	const post = await chosenPost(list);
	const known = networksOf(post);
	const rows = known.flatMap((provider) =>
		provider.fields.map(({ displayName, name }) => ({
			name: known.length === 1 ? displayName : `${provider.displayName}: ${displayName}`,
			value: name,
		})),
	);
	if (rows.length === 0) {
		const network = known[0]?.displayName ?? post?.integration?.providerIdentifier ?? '';
		throw new Problem(
			`The node doesn't know the settings of ${network}`,
			'Enter the key of the setting by hand, as the Postiz API calls it.',
		);
	}
	return matching(onceEach(rows), list.typed);
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
	const { picker, channelsOf, displayName = quote(key), description = '' } = match?.field ?? {};
	if (match && picker) return await pickedRows(list, match.provider, picker, post);
	const rows = channelsOf
		? otherChannelRows(await list.client.channels(), channelsOf, post?.integration?.id)
		: matches.flatMap(({ field }) => valuesOf(field));
	if (rows.length === 0) {
		throw new Problem(
			`No list of values for ${displayName}`,
			`Choose By Value, and enter it. ${description}`.trim(),
		);
	}
	return matching(onceEach(rows), list.typed);
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

/** The rows of a setting that is filled from the channel of the post. */
async function pickedRows(
	list: OpenList,
	provider: Provider,
	picker: Picker,
	post: ListedPost | undefined,
): Promise<INodePropertyOptions[]> {
	const channelId = post?.integration?.id;
	if (!post || !channelId) {
		throw new Problem(
			'Choose the post first',
			'The values come from its channel. Pick the post, then open this list again.',
		);
	}
	const settings = parseSettings(post.settings);
	const data = readData(picker, (name) => idIn(settings[name]));
	return await pickerRows(list, { provider, picker, channelId, data });
}

function valuesOf({ type, options = [] }: SettingField): INodeListSearchItems[] {
	if (type === 'boolean') {
		return [
			{ name: 'On', value: 'true' },
			{ name: 'Off', value: 'false' },
		];
	}
	return type === 'options'
		? (options as INodePropertyOptions[]).map(({ name, value }) => ({ name, value }))
		: [];
}

/** Networks that have a setting of the same key offer the same values, too. */
const onceEach = (rows: INodeListSearchItems[]) => [
	...new Map(rows.map((row) => [`${row.name} ${String(row.value)}`, row])).values(),
];
