import { OTHER } from '../nodes/Postiz/channels/fields';
import { findProvider, providers } from '../nodes/Postiz/providers';
import { isEmpty } from '../nodes/Postiz/values/read';
import { formFields } from './create';
import {
	Code,
	holdsExpression,
	isExpression,
	toCode,
	toExpression,
	toJsonField,
} from './expressions';
import { byId, missingSettings, toForm, toSettingsObject, type Setting } from './settings';
import type { Json, Note } from './types';

export interface OldFile extends Json {
	id: unknown;
	path: unknown;
}

/** A post itself, or a later part of its thread. */
export interface OldPart {
	content: unknown;
	/** Files, or expressions that yield some. */
	files: Array<OldFile | string>;
	/** Minutes after the part before. */
	delay?: unknown;
}

/** A post of one request, as what sent it before described it. */
export interface OldPost {
	channel: unknown;
	/** How a remark names the post. */
	label: string;
	settings: Setting[];
	parts: OldPart[];
}

// Without a `<` the service keeps a text as it is, and so does the new node.
const mayHoldMarkup = ({ parts }: OldPost) =>
	parts.some(({ content }) => isExpression(content) || String(content ?? '').includes('<'));

/** The option that sends texts as they were sent before, if it matters. */
export function textFormat(posts: OldPost[], isForm: boolean): Json {
	return isForm && posts.some(mayHoldMarkup) ? { contentFormat: 'asIs' } : {};
}

/** The option for tags. Only the label counts: the service finds the tag by it (docs/api.md, Tags). */
export function tagsOption(given: unknown[]): Json {
	const labels = given.filter((label) => !isEmpty(label));
	if (labels.length === 0) return {};
	const isPlain = labels.every((label) => !isExpression(label) && !String(label).includes(','));
	if (isPlain) return { tags: labels.join(', ') };
	return {
		tags: labels.length === 1 && isExpression(labels[0]) ? labels[0] : toExpression(labels),
	};
}

/** Says that the groups of new posts are left out, if there are any. */
export function noteGroups(groups: unknown[], note: Note): void {
	if (groups.every(isEmpty)) return;
	note(
		'check',
		'It sets a Group, which is left out: Postiz does not keep it, and deletes older posts of that group over it',
		'Nothing has to be done. Posts of one request can be found under Post > Get Many.',
	);
}

/** The fields that send these posts in one request: those of Post: Create, or of Create From JSON. */
export function writePosts(posts: OldPost[], note: Note): { isForm: boolean; fields: Json } {
	const reason = misfitOf(posts);
	if (reason === undefined) return { isForm: true, fields: toFields(posts, note) };
	note(
		'check',
		`${reason}. The node now uses Create From JSON, which still sends its posts in one request`,
		'Nothing has to be done. To see fields instead, make a node of its own for each kind of post.',
	);
	return { isForm: false, fields: { json: toJson(posts, note) } };
}

/*
 * All channels of the form share the media and the thread; only the first text can differ, by settings
 * of a network. It names no channel twice.
 */
function misfitOf(posts: OldPost[]): string | undefined {
	const channels = posts.map(({ channel }) => channel).filter((channel) => !isEmpty(channel));
	if (new Set(channels).size < channels.length) return 'It posts to one channel more than once';
	const shared = posts.map(({ parts: [first, ...thread] }) =>
		JSON.stringify([first?.files ?? [], thread]),
	);
	const files = posts.flatMap(({ parts }) => parts.flatMap((part) => part.files));
	if (new Set(shared).size > 1 || files.some(isPartial)) {
		return 'Its posts differ in their media or threads, which the form has in common for all channels';
	}
	if (posts.some(({ parts }) => !isEmpty(parts[0]?.delay))) {
		return 'It delays the post itself, which the form does for the later parts of a thread';
	}
	const isShared = hasOneText(posts);
	const unnamed = posts.find(
		(post) => isEmpty(networkOf(post)) && (!isShared || guessNetworks(post) === undefined),
	);
	return (
		unnamed &&
		`${unnamed.label} does not say its network (__type), to which the form adds settings and texts of its own`
	);
}

const isPartial = (file: OldFile | string) =>
	typeof file === 'object' && (isEmpty(file.id) || isEmpty(file.path));

/** What people set for every network, where only some have a choice: it is what these do anyway. */
const isOrdinary = ({ key, value }: Setting) =>
	isEmpty(value) || (['type', 'post_type'].includes(key) && value === 'post');

/** Of so many networks a post may be that does not say its own. */
const MAX_GUESSES = 3;

/**
 * The entries for a post that does not say its network: one for each network that has all of its settings,
 * of which those of other networks than the channel’s do nothing. Undefined if none fits, or too many do.
 */
function guessNetworks(post: OldPost): Json[] | undefined {
	const settings = settingsOf(post).filter((setting) => !isOrdinary(setting));
	if (settings.length === 0) return [];
	const fits = providers.flatMap((provider) => {
		const read = toForm(provider, settings);
		// n8n does not run a node with an entry that lacks what its network needs.
		const isWhole = missingSettings(provider, settings).empty.length === 0;
		const isChosen = settings.some(({ key, value }) =>
			provider.fields.some(
				({ name, type }) => name === key && type === 'options' && !isExpression(value),
			),
		);
		return 'misfit' in read || !isWhole ? [] : [{ provider, form: read.form, isChosen }];
	});
	// Who sets one of the words of a list means a network with that list.
	const chosen = fits.filter(({ isChosen }) => isChosen);
	const entries = (chosen.length > 0 ? chosen : fits).map(({ provider, form }) => ({
		provider: provider.identifier,
		...form,
	}));
	return entries.length > 0 && entries.length <= MAX_GUESSES ? entries : undefined;
}

const textOf = ({ parts: [first] }: OldPost) => first?.content ?? '';

const hasOneText = (posts: OldPost[]) => new Set(posts.map(textOf)).size <= 1;

const networkOf = ({ settings }: OldPost) =>
	[...settings].reverse().find(({ key }) => key === '__type')?.value;

const settingsOf = ({ settings }: OldPost) => settings.filter(({ key }) => key !== '__type');

function toFields(posts: OldPost[], note: Note): Json {
	const [first, ...thread] = posts[0]?.parts ?? [];
	const isShared = hasOneText(posts);
	const text = posts[0] && isShared ? textOf(posts[0]) : '';
	const network = posts.flatMap((post): Json[] => {
		noteGaps(post, note);
		if (isEmpty(networkOf(post))) {
			const only = posts.length > 1 ? { integrationId: byId(post.channel) } : {};
			const guesses = guessNetworks(post) ?? [];
			noteGuesses(post, guesses, note);
			return guesses.map((guess) => ({ ...guess, ...only }));
		}
		const { entry, isNeeded } = toNetwork(post, note);
		const own = isShared ? {} : { content: textOf(post) };
		return isNeeded || !isShared ? [{ ...entry, ...own, ...onlyFor(post, posts) }] : [];
	});
	const toPart = ({ content, delay, files }: OldPart) => ({
		text: content,
		delay,
		files: files.map(fileRow),
	});
	return formFields({
		text,
		files: (first?.files ?? []).map(fileRow),
		channels: channelsOf(posts),
		network,
		thread: thread.map(toPart),
	});
}

/** IDs as chosen from the list, expressions as entered by hand. */
function channelsOf(posts: OldPost[]): Json {
	const channels = posts.map(({ channel }) => channel).filter((channel) => !isEmpty(channel));
	if (!holdsExpression(channels)) return { channels } as Json;
	const [only] = channels;
	const isWhole = channels.length === 1 && isExpression(only);
	// The editor shows an expression for the whole list, but not one inside it.
	return { channelsBy: 'name', channelNames: isWhole ? only : toExpression(channels) } as Json;
}

// An entry serves all channels of its network, unless it names one.
function onlyFor(post: OldPost, posts: OldPost[]): Json {
	const network = known(post);
	const isAlone = posts.every(
		(other) => other === post || (known(other) !== undefined && known(other) !== network),
	);
	return network !== undefined && isAlone ? {} : { integrationId: byId(post.channel) };
}

/** The name of a post's network, the same for all its names; undefined if it is not known before the run. */
function known(post: OldPost): string | undefined {
	const network = networkOf(post);
	if (typeof network !== 'string' || isEmpty(network) || isExpression(network)) return undefined;
	return findProvider(network)?.identifier ?? network;
}

const fileRow = (file: OldFile | string): Json => ({
	source: 'upload',
	file: holdsExpression(file) ? toExpression(file) : JSON.stringify(file),
});

/** The entry of Network Settings for a post, and whether it says more than its network. */
function toNetwork(post: OldPost, note: Note): { entry: Json; isNeeded: boolean } {
	const { label } = post;
	const network = networkOf(post);
	const settings = settingsOf(post);
	const provider = typeof network === 'string' ? findProvider(network) : undefined;
	if (!provider) return asJson(network, settings);
	const read = settings.some(({ key }) => isExpression(key))
		? { misfit: 'an expression' }
		: toForm(provider, settings);
	if ('misfit' in read) {
		note(
			'check',
			`${label}: what is set under “${read.misfit}” does not fit into the fields for ${provider.displayName}. All its settings are kept as they were, under Settings (JSON)`,
			`Nothing has to be done. To see fields instead, choose ${provider.displayName} as Network and fill them in.`,
		);
		return asJson(network, settings);
	}
	const { preset, fromText, empty } = missingSettings(provider, settings);
	const missing = [
		['check', preset, '. They now have their defaults', 'Look at them under Network Settings.'],
		[
			'check',
			fromText,
			'. They now take the first line of the text',
			'To set something else, fill them in under Network Settings.',
		],
		['todo', empty, '', 'Fill them in under Network Settings.'],
	] as const;
	for (const [kind, fields, now, advice] of missing) {
		if (fields.length === 0) continue;
		const names = fields.map(({ displayName }) => displayName).join(', ');
		const needs = `${provider.displayName} needs settings that were not set before${now}`;
		note(kind, `${label}: ${needs}: ${names}`, advice);
	}
	return {
		entry: { provider: provider.identifier, ...read.form },
		isNeeded: Object.keys(read.form).length + preset.length + empty.length > 0,
	};
}

function asJson(network: unknown, settings: Setting[]): { entry: Json; isNeeded: boolean } {
	const entry: Json = { provider: OTHER, providerIdentifier: network };
	if (settings.length === 0) return { entry, isNeeded: false };
	const settingsJson = toJsonField(toSettingsObject(settings));
	return { entry: { ...entry, settings: { settingsJson } }, isNeeded: true };
}

function noteGuesses({ label }: OldPost, guesses: Json[], note: Note): void {
	if (guesses.length < 2) return;
	const names = guesses.map(({ provider }) => findProvider(String(provider))?.displayName);
	note(
		'check',
		`${label} does not say its network (__type). Its settings are kept for each network that has them: ${names.join(', ')}`,
		'Nothing has to be done: settings of another network than the channel’s do nothing. You can remove them under Network Settings.',
	);
}

function noteGaps({ channel, label, parts }: OldPost, note: Note): void {
	if (isEmpty(channel)) {
		note('todo', `${label} has no channel`, 'Choose the channel under Channel Names or IDs.');
	}
	if (parts.length === 0) note('todo', `${label} has no text`, 'Enter what to post.');
	parts.forEach(({ content, files }, index) => {
		if (files.length > 0 || String(content).trim() !== '') return;
		note(
			'todo',
			index === 0
				? `${label} has no text and no media`
				: `${label}: part ${index + 1} of its thread has no text and no media`,
			'Enter what to post: the new node does not send an empty one.',
		);
	});
}

function toJson(posts: OldPost[], note: Note): string {
	const list = posts.map((post) => {
		noteGaps(post, note);
		return {
			integration: { id: post.channel },
			value: post.parts.map(({ content, files, delay }) => ({
				content,
				image: imageOf(files),
				...(isEmpty(delay) ? {} : { delay }),
			})),
			settings: toSettingsObject(post.settings),
		};
	});
	return toJsonField(list);
}

// An expression may yield a file or several.
function imageOf(files: OldPart['files']): unknown {
	if (!files.some((file) => typeof file === 'string')) return files;
	return new Code(`[${toCode(files)}].flat(2)`);
}
