import { DETECT, OTHER } from '../nodes/Postiz/channels/fields';
import { isEmpty } from '../nodes/Postiz/values/read';
import { findProvider } from '../nodes/Postiz/providers';
import { toDate } from './dates';
import { holdsExpression, isExpression, toExpression, toJsonField } from './expressions';
import { rowsOf } from './lists';
import {
	byId,
	missingSettings,
	readSetting,
	toForm,
	toSettingsObject,
	type Setting,
} from './settings';
import { asObject, type Json, type Note } from './types';

interface OldFile {
	id: unknown;
	path: unknown;
}

interface OldPart {
	content: unknown;
	files: OldFile[];
}

interface OldPost {
	channel: unknown;
	/** How a remark names the post. */
	label: string;
	settings: Setting[];
	parts: OldPart[];
}

/** Create Post, as the operation that sends the same request (docs/api.md, Creating posts). */
export function createPost(parameters: Json, note: Note): Json {
	const { type = 'now' } = parameters;
	const posts = rowsOf(parameters.posts, 'post').map(readPost);
	const isForm = fitsForm(posts);
	const body = isForm ? toFields(posts, note) : { json: toJson(posts, note) };
	if (posts.length === 0) {
		note('todo', 'It has no posts', 'Add the channels under Channels, and the text.');
	}
	if (type === 'schedule' && isEmpty(parameters.date)) {
		note('todo', 'It has no date', 'Enter when to publish, under Date.');
	}
	noteLost(parameters.posts, note);
	return {
		resource: 'post',
		operation: isForm ? 'create' : 'createFromJson',
		type,
		...(type === 'now' || isEmpty(parameters.date)
			? {}
			: { date: toDate(parameters.date, 'Date', note) }),
		...body,
		...withOptions({
			...(mayBe(type, 'schedule') ? { allowPastDates: true } : {}),
			...(parameters.shortLink === undefined || parameters.shortLink === false
				? {}
				: { shortLink: parameters.shortLink }),
			...(isForm && posts.some(mayHoldMarkup) ? { contentFormat: 'asIs' } : {}),
			...tagsOption(parameters.tags),
		}),
	};
}

const mayBe = (value: unknown, wanted: string) => value === wanted || isExpression(value);

const withOptions = (options: Json) => (Object.keys(options).length > 0 ? { options } : {});

// Without a `<` the service keeps a text as it is, and so does the new node.
const mayHoldMarkup = ({ parts }: OldPost) =>
	parts.some(({ content }) => isExpression(content) || String(content ?? '').includes('<'));

function readPost(row: unknown, index: number, all: unknown[]): OldPost {
	const { integrationId: channel = '', settings, value } = asObject(row);
	return {
		channel,
		label: all.length > 1 ? `Post ${index + 1}` : 'The post',
		settings: rowsOf(settings, 'setting').map((setting) => readSetting(asObject(setting))),
		parts: rowsOf(value, 'contentItem').map(readPart),
	};
}

function readPart(part: unknown): OldPart {
	const { content = '', image } = asObject(part);
	return {
		content,
		files: rowsOf(image, 'imageItem').map((file) => {
			const { id = '', path = '' } = asObject(file);
			return { id, path };
		}),
	};
}

// All channels of the form share the media and the thread; only the first text can differ. It names
// no channel twice.
function fitsForm(posts: OldPost[]): boolean {
	const channels = posts.map(({ channel }) => channel).filter((channel) => !isEmpty(channel));
	if (new Set(channels).size < channels.length) return false;
	const shared = posts.map(({ parts: [first, ...thread] }) =>
		JSON.stringify([first?.files ?? [], thread]),
	);
	const files = posts.flatMap(({ parts }) => parts.flatMap((part) => part.files));
	return new Set(shared).size <= 1 && files.every(({ id, path }) => !isEmpty(id) && !isEmpty(path));
}

function toFields(posts: OldPost[], note: Note): Json {
	const texts = posts.map(({ parts }) => parts[0]?.content ?? '');
	const isShared = new Set(texts).size === 1;
	const [first, ...thread] = posts[0]?.parts ?? [];
	return {
		...(isShared && texts[0] !== '' ? { content: texts[0] } : {}),
		...mediaOf(first),
		channels: {
			channel: posts.map((post, index) => ({
				...toChannel(post, note),
				...(isShared ? {} : { content: texts[index] }),
			})),
		},
		...(thread.length === 0
			? {}
			: {
					thread: {
						segment: thread.map((part) => ({ content: part.content, ...mediaOf(part) })),
					},
				}),
	};
}

function mediaOf(part?: OldPart): Json {
	if (!part || part.files.length === 0) return {};
	const file = part.files.map((image) => ({
		source: 'upload',
		file: holdsExpression(image) ? toExpression(image) : JSON.stringify(image),
	}));
	return { media: { file } };
}

function toChannel({ channel, label, settings: all, parts }: OldPost, note: Note): Json {
	const integrationId = byId(channel);
	noteGaps({ channel, label, parts }, note);
	const network = [...all].reverse().find(({ key }) => key === '__type')?.value;
	const settings = all.filter(({ key }) => key !== '__type');
	const settingsJson =
		settings.length > 0
			? { settings: { settingsJson: toJsonField(toSettingsObject(settings)) } }
			: {};
	if (isEmpty(network)) {
		note(
			'check',
			`${label} does not say its network (__type). The node now finds it by the channel`,
			'Nothing has to be done. To see fields for its settings, choose the network under Channels.',
		);
		return { provider: DETECT, integrationId, ...settingsJson };
	}
	const provider = typeof network === 'string' ? findProvider(network) : undefined;
	const other = { provider: OTHER, integrationId, providerIdentifier: network, ...settingsJson };
	if (!provider) return other;
	const read = settings.some(({ key }) => isExpression(key))
		? { misfit: 'an expression' }
		: toForm(provider, settings);
	if ('misfit' in read) {
		note(
			'check',
			`${label}: what is set under “${read.misfit}” does not fit into the fields for ${provider.displayName}. All its settings are kept as they were, under Settings (JSON)`,
			`Nothing has to be done. To see fields instead, choose ${provider.displayName} as Network and fill them in.`,
		);
		return other;
	}
	const { preset, empty } = missingSettings(provider, settings);
	const names = (fields: typeof preset) => fields.map(({ displayName }) => displayName).join(', ');
	if (preset.length > 0) {
		note(
			'check',
			`${label}: ${provider.displayName} needs settings that the old node did not have. They now have their presets: ${names(preset)}`,
			'Look at them under Channels.',
		);
	}
	if (empty.length > 0) {
		note(
			'todo',
			`${label}: ${provider.displayName} needs settings that the old node did not have: ${names(empty)}`,
			'Fill them in under Channels.',
		);
	}
	return { provider: provider.identifier, integrationId, ...read.form };
}

function noteGaps({ channel, label, parts }: Omit<OldPost, 'settings'>, note: Note): void {
	if (isEmpty(channel)) {
		note('todo', `${label} has no channel`, 'Choose the channel under Channels.');
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
	note(
		'check',
		'Its posts differ in their media or threads, which the form has in common for all channels. The node now uses Create From JSON, which still sends them in one request',
		'Nothing has to be done. To see fields instead, make a node of its own for each kind of post.',
	);
	const list = posts.map(({ channel, label, settings, parts }) => {
		noteGaps({ channel, label, parts }, note);
		return {
			integration: { id: channel },
			value: parts.map(({ content, files }) => ({ content, image: files })),
			settings: toSettingsObject(settings),
		};
	});
	return toJsonField(list);
}

function tagsOption(tags: unknown): Json {
	// Only the label counts: the service finds the tag by it.
	const labels = rowsOf(tags, 'tag')
		.map((row) => asObject(row).label)
		.filter((label) => !isEmpty(label));
	if (labels.length === 0) return {};
	const isPlain = labels.every((label) => !isExpression(label) && !String(label).includes(','));
	if (isPlain) return { tags: labels.join(', ') };
	return {
		tags: labels.length === 1 && isExpression(labels[0]) ? labels[0] : toExpression(labels),
	};
}

function noteLost(posts: unknown, note: Note): void {
	const rows = rowsOf(posts, 'post').map(asObject);
	if (rows.some(({ group }) => !isEmpty(group))) {
		note(
			'check',
			'It sets a Group, which is left out: Postiz does not keep it, and deletes older posts of that group over it',
			'Nothing has to be done. Posts of one request can be found under Post > Get Many.',
		);
	}
	const parts = rows.flatMap(({ value }) => rowsOf(value, 'contentItem'));
	if (parts.some((part) => !isEmpty(asObject(part).id))) {
		note(
			'todo',
			'It sets the ID of a content item, which the new node cannot: it always makes new posts',
			'If you meant to change a post that exists, delete that one first with Post > Delete.',
		);
	}
}
