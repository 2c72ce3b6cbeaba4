import { rowsOf } from './lists';
import { writeRequest } from './httpPosts';
import { readSetting } from './settings';
import { asObject, type Json, type Note } from './types';

/** Create Post, as the operation that sends the same request (docs/api.md, Creating posts). */
export function createPost(parameters: Json, note: Note): Json {
	const { type = 'now', date, shortLink, tags, posts } = parameters;
	const request = {
		type,
		date,
		shortLink,
		tags: rowsOf(tags, 'tag'),
		posts: rowsOf(posts, 'post').map((row) => readPost(asObject(row))),
	};
	if (request.posts.length === 0) {
		note('todo', 'It has no posts', 'Add the channels under Channel Names or IDs, and the text.');
	}
	return writeRequest(request, false, note);
}

const readPost = ({ integrationId = '', settings, value, group }: Json) => ({
	integration: { id: integrationId },
	...(group !== undefined && { group }),
	settings: rowsOf(settings, 'setting').map((row) => readSetting(asObject(row))),
	value: rowsOf(value, 'contentItem').map((row) => readPart(asObject(row))),
});

const readPart = ({ content = '', image, id }: Json) => ({
	content,
	...(id !== undefined && { id }),
	image: rowsOf(image, 'imageItem').map((row) => {
		const { id: file = '', path = '' } = asObject(row);
		return { id: file, path };
	}),
});
