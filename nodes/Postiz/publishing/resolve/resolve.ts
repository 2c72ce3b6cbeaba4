import { findChannels, findTarget, isSameNetwork } from '../../channels/targets';
import { findChannelsByName, findGroupByName } from '../../channels/findByName';
import {
	findSettingChannels,
	findSettingFiles,
	dropIneffective,
} from '../../channels/networkSettings';
import type { FileSource } from '../../media/fileSource';
import type { Uploads } from '../../media/uploads';
import { findNetwork, getNetworkName, getSettingRules } from '../../networks';
import type { TextForm } from '../../networks/networkTypes';
import { toContent } from '../../text/content';
import { comparableText } from '../../text/storedText';
import type { Channel } from '../../transport/apiTypes';
import { withoutKey } from '../../common/postKey';
import { asProblem, Problem, quote } from '../../common/problem';
import { sentences } from '../../common/wording';
import { resolveNames } from '../validate/resolveNames';
import { adaptToNetwork } from './adapt';
import { makeKey } from './makeKey';
import type { Run } from '../run';
import { enteredSettings, findUnknownKeys } from './postSettings';
import { alignWithFiles, withTitle } from '../../channels/settingsFromContent';
import type {
	Item,
	NetworkSettings,
	Origin,
	Part,
	DesiredPost,
	FormInput,
	PartInput,
	PostInput,
} from '../model';

/** The label of the field that limits names to a group. */
export const ONLY_IN_GROUP = 'Only in Group';

/** The posts that an item wants, with what is to be said about it. */
export interface Resolved {
	item: Item;
	desired: DesiredPost[];
	/** Channels of a chosen group that get no post. */
	disabled: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
}

/** Opens the files that go to all channels of an item; those on the web only with `readsUrls`. */
export async function openFiles(
	{ input }: Item,
	uploads: Uploads,
	readsUrls: boolean,
): Promise<void> {
	const posts = Array.isArray(input) ? input : [{ parts: input.parts, settingFiles: {} }];
	await uploads.open(posts.flatMap(findNamedFiles), readsUrls);
}

/** The files that a post names. */
export const findNamedFiles = ({
	parts,
	settingFiles,
}: Pick<PostInput, 'parts' | 'settingFiles'>): FileSource[] => [
	...parts.flatMap(({ files }) => files),
	...Object.values(settingFiles),
];

/**
 * One post for each channel of an item, complete but for uploads: channels found, texts rendered, settings read; files of
 * settings are opened like those of {@link openFiles}. Throws {@link Problem} if a channel takes no posts.
 */
export async function resolve(item: Item, run: Run, readsUrls: boolean): Promise<Resolved> {
	const { client, uploads } = run;
	const channels = await client.channels();
	const { input } = item;
	const { posts, disabled, unusedNetworks } = Array.isArray(input)
		? { posts: input, disabled: [], unusedNetworks: [] }
		: toFormPosts(input, channels);
	await uploads.open(
		posts.flatMap(({ settingFiles }) => Object.values(settingFiles)),
		readsUrls,
	);
	const wanted = posts.map((post, place) => toDesiredPosts(post, item, place, { run, channels }));
	return {
		item,
		desired: await Promise.all(
			wanted.map(async (one) => {
				const whole = item.skipsValidation ? one : await resolveNames(one, client);
				return await adaptToNetwork(whole, run);
			}),
		),
		disabled,
		unusedNetworks,
	};
}

function toDesiredPosts(
	written: PostInput,
	item: Item,
	place: number,
	{ run, channels }: { run: Run; channels: Channel[] },
): DesiredPost {
	const { uploads, timezone, journal } = run;
	const post = { ...written, json: withoutKey(written.json) };
	const { form } = post;
	const { skipsValidation, adapts, shared } = item;
	const target = findTarget(post.choice, channels);
	const { network } = target;
	// JSON that isn't validated is sent as it is.
	const isExact = !form && skipsValidation;
	const entered = enteredSettings(post, target, { isExact, timezone });
	const named = findSettingChannels(entered, target, channels);
	const settings = form ? dropIneffective(named, network) : named;
	const settingFiles = openAll(post.settingFiles, uploads);
	const parts = renderParts(post, getSettingRules(network, settings).text, uploads, {
		isOnePart: adapts && network?.ignoresThreads === true,
	});
	const files = post.parts.map((part) => part.files.map((file) => uploads.toFile(file)));
	const one: DesiredPost = {
		item,
		position: place,
		origin: getOrigin(form),
		key: makeKey(item, { post, settings: named, provider: network, files, settingFiles }),
		fingerprint: comparableText(parts[0]?.content ?? ''),
		time: Date.parse(shared.date),
		target,
		parts,
		settings,
		settingFiles,
		unlisted: findUnknownKeys(post.json, network),
		adapts,
	};
	one.earlierAttempt = journal.getAttempt(one);
	if (isExact) return one;
	// Some settings follow from the text and the files.
	const titled = withTitle(settings, network, parts);
	return { ...one, settings: alignWithFiles(titled, network, parts, adapts) };
}

function getOrigin(form: PostInput['form']): Origin {
	if (!form) return 'json';
	return form.provider === undefined ? 'form' : 'formWithSettings';
}

function renderParts(
	{ parts, format }: PostInput,
	form: TextForm,
	uploads: Uploads,
	{ isOnePart }: { isOnePart: boolean },
): Part[] {
	if (!isOnePart || parts.length < 2) {
		return parts.map((part) => renderPart(part, format, form, uploads));
	}
	const written = { texts: parts.map(({ text }) => text), format };
	const files = parts.flatMap((part) => part.files.map((file) => uploads.toFile(file)));
	return [{ content: toContent(written, form), source: written, files }];
}

/** Renders the text of a part for its network, and adds its opened files. */
export function renderPart(
	{ text, files, ...part }: PartInput,
	format: PostInput['format'],
	form: TextForm,
	uploads: Uploads,
): Part {
	const written = { texts: [text], format };
	const content = toContent(written, form);
	return { ...part, content, source: written, files: files.map((file) => uploads.toFile(file)) };
}

/** Settings that name a file, with the opened files. */
export const openAll = (
	files: Record<string, FileSource>,
	uploads: Uploads,
): DesiredPost['settingFiles'] =>
	Object.fromEntries(Object.entries(files).map(([name, file]) => [name, uploads.toFile(file)]));

/** The posts of a form, one for each channel. */
export function toFormPosts(form: FormInput, channels: Channel[]) {
	assertNoDuplicates(form.networks);
	const { channels: chosen, disabled } = chooseChannels(form, channels);
	for (const network of form.networks) assertKnownChannel(network, chosen, channels);
	const used = chosen.map((channel) => mergeSettings(channel, form.networks, channels));
	const posts = chosen.map((channel, index) => toPost(form, channel, used[index]));
	// If the shared text is missing, it is said once, not for each channel.
	if (posts.length > 1 && posts.every(isBlank)) {
		throw new Problem(
			'The text is empty. A post needs text or media',
			'Give it a text or files. Nothing was sent for this item.',
		);
	}
	const unused = form.networks.filter((network) => !used.includes(network));
	const names = unused.map((network) => describeSettings(network, channels));
	return { posts, disabled, unusedNetworks: [...new Set(names)] };
}

/** The channels that a form names, of its group if it has one. */
function chooseChannels({ channels: named, group }: FormInput, channels: Channel[]) {
	if (group === '') return findChannels(named, channels);
	const within = findGroupByName(group, channels, ONLY_IN_GROUP).channels;
	try {
		return findChannels(named, within);
	} catch (error) {
		const problem = asProblem(error);
		const limit = `${ONLY_IN_GROUP} limits the channels to ${quote(group)}.`;
		throw problem.with({ description: sentences(limit, problem.description) });
	}
}

/** Settings for the channel itself take precedence over those for its network. */
function mergeSettings(
	channel: Channel,
	networks: NetworkSettings[],
	channels: Channel[],
): NetworkSettings | undefined {
	const ofNetwork = networks.filter((network) =>
		isSameNetwork(network.identifier, channel.identifier),
	);
	return (
		ofNetwork.find(({ channelId }) => channelId === channel.id) ??
		ofNetwork.find(({ channelId }) => findChannelsByName(channelId, channels).includes(channel)) ??
		ofNetwork.find(({ channelId }) => channelId === '')
	);
}

/** Settings of a chosen network for an unknown channel would be lost. */
function assertKnownChannel(
	network: NetworkSettings,
	chosen: Channel[],
	channels: Channel[],
): void {
	const { label, identifier, channelId } = network;
	const isThere = findChannelsByName(channelId, channels).length > 0;
	const isMeant = chosen.some((channel) => isSameNetwork(identifier, channel.identifier));
	if (channelId === '' || isThere || !isMeant) return;
	throw new Problem(
		`${label}: no channel is called ${quote(channelId)}`,
		'Choose the channel under Limit to One Channel, or leave it empty to use the settings for all chosen channels of the network.',
		{ isForPerson: true },
	);
}

function toPost(
	{ parts: [first, ...thread], format }: FormInput,
	{ id, identifier }: Channel,
	network: NetworkSettings | undefined,
): PostInput {
	const { text = '', form = {}, json = {} } = network ?? {};
	const own = text.trim() === '' ? {} : { text };
	return {
		choice: { id, position: 'Channel' },
		format,
		form,
		json,
		parts: first ? [{ ...first, ...own }, ...thread] : [],
		settingFiles: network ? findSettingFiles(findNetwork(identifier), form, network) : {},
	};
}

/** Throws {@link Problem} if two entries are for the same network, or for the same channel of it. */
export function assertNoDuplicates(networks: NetworkSettings[]): void {
	const again = networks.find(({ identifier, channelId }, index) =>
		networks
			.slice(0, index)
			.some((one) => isSameNetwork(one.identifier, identifier) && one.channelId === channelId),
	);
	if (!again) return;
	throw new Problem(
		`Network Settings has ${getNetworkName(again.identifier)} twice${again.channelId === '' ? '' : ' for the same channel'}`,
		'Remove one of the two. For a new post, you can also choose the channel that it is for under Limit to One Channel.',
		{ isForPerson: true },
	);
}

/** How errors name settings: `X`, or `X (only for Acme Coffee)`. */
function describeSettings({ identifier, channelId }: NetworkSettings, channels: Channel[]): string {
	const network = getNetworkName(identifier);
	if (channelId === '') return network;
	const { name = channelId } = channels.find(({ id }) => id === channelId) ?? {};
	return `${network} (only for ${name})`;
}

const isBlank = ({ parts: [first] }: PostInput) =>
	!first || (first.text.trim() === '' && first.files.length === 0);
