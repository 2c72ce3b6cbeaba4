import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { PostFinder } from '../calendar/find';
import { parseSettings } from '../calendar/row';
import { findProvider, providers } from '../providers';
import type { Provider, SettingField } from '../providers/types';
import { PostizClient } from '../transport/client';
import type { ListedPost } from '../transport/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { otherChannelRows, pickerRows, readData } from './providerPickers';
import { chosenId, chosenText } from './siblings';

/** A setting and the network that has it. */
interface Match {
	provider: Provider;
	field: SettingField;
}

/**
 * The settings of the chosen post's network; those of all networks if no post is chosen yet
 * (docs/api.md, Provider settings).
 */
export async function searchPostSettings(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const client = await PostizClient.connect(this);
	const post = await chosenPost(this, client);
	const known = networksOf(post);
	const isOne = known.length === 1;
	const rows = known.flatMap((provider) =>
		provider.fields.map(({ displayName, name }) => ({
			name: isOne ? displayName : `${provider.displayName}: ${displayName}`,
			value: name,
		})),
	);
	if (rows.length === 0) {
		const identifier = post?.integration?.providerIdentifier ?? '';
		const network = known[0]?.displayName ?? identifier;
		throw new Problem(
			`The node doesn't know the settings of ${network}`,
			'Enter the key of the setting by hand, as the Postiz API calls it.',
		);
	}
	return { results: matching(rows, filter) };
}

/** The values that the setting beside this field can have; for free text there are none to list. */
export async function searchSettingValues(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const key = chosenText(this.getCurrentNodeParameter('&key'));
	if (key === '') throw new Problem('Choose the setting first', 'Then open this list again.');
	const client = await PostizClient.connect(this);
	const post = await chosenPost(this, client);
	const matches = networksOf(post).flatMap((provider): Match[] =>
		provider.fields.filter(({ name }) => name === key).map((field) => ({ provider, field })),
	);
	const [match] = matches;
	if (match?.field.picker) return { results: await picked(client, match, post, filter.trim()) };
	const { channelsOf } = match?.field ?? {};
	const rows = channelsOf
		? otherChannelRows(await client.channels(), channelsOf, post?.integration?.id)
		: matches.flatMap(({ field }) => valuesOf(field));
	if (rows.length === 0) {
		throw new Problem(
			`No list of values for ${match?.field.displayName ?? quote(key)}`,
			`Choose By Value, and enter it. ${match?.field.description ?? ''}`.trim(),
		);
	}
	return { results: matching(rows, filter) };
}

/** Undefined if no post is chosen. Throws {@link Problem} for one that does not exist. */
async function chosenPost(
	context: ILoadOptionsFunctions,
	client: PostizClient,
): Promise<ListedPost | undefined> {
	const id = chosenId(context.getCurrentNodeParameter('postId'), 'Post');
	return id === '' ? undefined : (await new PostFinder(client).read(id)).listed;
}

function networksOf(post: ListedPost | undefined): Provider[] {
	if (!post) return providers;
	const provider = findProvider(post.integration?.providerIdentifier ?? '');
	return provider ? [provider] : [];
}

/** The rows of a setting that is filled from the channel of the post. */
async function picked(
	client: PostizClient,
	{ provider, field }: Match,
	post: ListedPost | undefined,
	typed: string,
): Promise<INodePropertyOptions[]> {
	const { picker } = field;
	const channelId = post?.integration?.id;
	if (!picker || !post || !channelId) {
		throw new Problem(
			'Choose the post first',
			'The values come from its channel. Pick the post, then open this list again.',
		);
	}
	const settings = parseSettings(post.settings);
	const data = readData(picker, (name) => settings[name]);
	return await pickerRows(client, { provider, picker, channelId, data, typed });
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

function matching(rows: INodeListSearchItems[], filter: string): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	// Networks that have a setting of the same key offer the same values, too.
	const once = new Map(rows.map((row) => [`${row.name} ${String(row.value)}`, row]));
	return [...once.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
}
