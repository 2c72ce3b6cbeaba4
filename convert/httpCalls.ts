import { isEmpty } from '../nodes/Postiz/values/read';
import { postPosts } from './httpPosts';
import type { Call } from './httpRequest';
import { operations, uploadFile } from './operations';
import { Bare } from './template';
import { asObject, type Json, type Note } from './types';

/** What takes the place of a call. */
interface Replacement {
	parameters: Json;
	/** Under which name the changes of its output are known; none if there are none. */
	likeOperation: string;
}

type Convert = (call: Call, id: string, note: Note) => Json | undefined;

// The calls by their method and path, in which * stands for an ID (docs/api.md, Calls).
const CALLS: Record<string, { likeOperation: string; convert: Convert }> = {
	'GET integrations': {
		likeOperation: 'getIntegrations',
		convert: ({ query: { group } }, _id, note) => ({
			...operations.getIntegrations?.({}, note),
			...(isEmpty(group) ? {} : { filters: { group } }),
		}),
	},
	'POST upload': {
		likeOperation: 'uploadFile',
		convert: ({ binaryField }, _id, note) =>
			isEmpty(binaryField) ? undefined : uploadFile({ binaryProperty: binaryField }, note),
	},
	'POST upload-from-url': {
		likeOperation: 'uploadFile',
		convert: ({ body }) => ({
			resource: 'upload',
			operation: 'fromUrl',
			url: fieldOf(asObject(body.value).url) ?? '',
		}),
	},
	'POST posts': {
		likeOperation: 'createPost',
		convert: ({ body }, _id, note) => postPosts(body, note),
	},
	'DELETE posts/*': {
		likeOperation: 'deletePost',
		convert: (_call, postId, note) => operations.deletePost?.({ postId }, note),
	},
};

const fieldOf = (value: unknown) => (value instanceof Bare ? `={{ ${value.text} }}` : value);

/** The operation that does what the call does; undefined if there is none, or the call cannot be read. */
export function replaceCall(call: Call, note: Note): Replacement | undefined {
	const { method, path } = call;
	const [what, id = '', ...more] = path;
	const isOne = more.length === 0 && id !== 'group';
	const found = isOne ? CALLS[`${method} ${what}${id === '' ? '' : '/*'}`] : undefined;
	const parameters = found?.convert(call, id, note);
	return found && parameters && { parameters, likeOperation: found.likeOperation };
}
