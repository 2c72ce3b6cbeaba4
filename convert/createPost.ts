import { isEmpty } from '../nodes/Postiz/values/read';
import { toDate } from './dates';
import { isExpression } from './expressions';
import { rowsOf } from './lists';
import {
	noteGroups,
	tagsOption,
	textFormat,
	writePosts,
	type OldPart,
	type OldPost,
} from './posts';
import { readSetting } from './settings';
import { asObject, type Json, type Note } from './types';

/** Create Post, as the operation that sends the same request (docs/api.md, Creating posts). */
export function createPost(parameters: Json, note: Note): Json {
	const { type = 'now' } = parameters;
	const posts = rowsOf(parameters.posts, 'post').map(readPost);
	const { isForm, fields } = writePosts(posts, note);
	if (posts.length === 0) {
		note('todo', 'It has no posts', 'Add the channels under Channel Names or IDs, and the text.');
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
		...fields,
		...withOptions({
			...(mayBe(type, 'schedule') ? { allowPastDates: true } : {}),
			...(parameters.shortLink === undefined || parameters.shortLink === false
				? {}
				: { shortLink: parameters.shortLink }),
			...textFormat(posts, isForm),
			...tagsOption(rowsOf(parameters.tags, 'tag').map((row) => asObject(row).label)),
		}),
	};
}

const mayBe = (value: unknown, wanted: string) => value === wanted || isExpression(value);

const withOptions = (options: Json) => (Object.keys(options).length > 0 ? { options } : {});

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

function noteLost(posts: unknown, note: Note): void {
	const rows = rowsOf(posts, 'post').map(asObject);
	noteGroups(
		rows.map(({ group }) => group),
		note,
	);
	const parts = rows.flatMap(({ value }) => rowsOf(value, 'contentItem'));
	if (parts.some((part) => !isEmpty(asObject(part).id))) {
		note(
			'todo',
			'It sets the ID of a content item, which the new node cannot: it always makes new posts',
			'If you meant to change a post that exists, delete that one first with Post > Delete.',
		);
	}
}
