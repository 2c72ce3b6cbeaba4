import { findProvider, providers } from '../../nodes/Postiz/providers';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { isRequestNode, textSent, type Call } from '../call';
import { Code, expressionCode, isExpression, quoted, toJsonField } from '../expressions';
import { Bare, ESCAPES_FOR_JSON, plain } from '../json';
import { createFromJson, deletePost, listChannels, OUTPUT, uploadFile } from '../node';
import type { Output } from '../output';
import { stays, type Reading } from '../reading';
import { asObject, rowsOf, type Json, type Kind, type Told, type WorkflowNode } from '../types';
import { flagOf, given, isGiven, plainText, zonedDate } from '../values';
import type { Surroundings } from './surroundings';
import type { Service } from './service';

type Said = Array<[Kind, ...Told]>;

const CREATED: Output = { fields: { integration: { path: OUTPUT.channelId } }, keepsOthers: true };

// Postiz answers “error: true” of what it deleted.
const DELETED: Output = { fields: { error: { path: 'deleted' } }, keepsOthers: true };

/** Postiz: the node of `n8n-nodes-postiz`, and requests to its API (docs/api.md, Calls). */
export const postiz: Service = {
	name: 'Postiz',
	types: ['n8n-nodes-postiz.postiz'],
	addresses: /\bpublic\/v1\b|^=.*postiz/i,
	read: (call, around, node) =>
		isRequestNode(node) ? readRequest(call, around, node) : readNode(call, node),
};

const BY_HAND = 'put the Postiz node in its place by hand, with the operation that you need';

function readNode({ values }: Call, { credentials }: WorkflowNode): Reading {
	const { postizApi, postizOAuth2Api } = asObject(credentials);
	const isOAuth2 = values.authentication === 'oAuth2' || (postizOAuth2Api && !postizApi);
	const call = (parameters: Json, output?: Output, said?: Said): Reading => ({
		does: 'call',
		parameters: isOAuth2 ? { authentication: 'oAuth2', ...parameters } : parameters,
		...{ credentials, output, said },
	});
	const { operation = 'createPost', postId = '' } = values;
	switch (operation) {
		case 'createPost': {
			const said: Said = [];
			return call(createFromJson(toJsonField(bodyOf(formBody(values), said))), CREATED, said);
		}
		case 'deletePost':
			return call(deletePost(postId), DELETED);
		case 'getIntegrations':
			return call(listChannels(undefined));
		case 'uploadFile': {
			if (isEmpty(values.binaryProperty) && !isEmpty(values.binaryPropertyName)) {
				return stays('it uploads a text (base64): put Convert to File before it');
			}
			// Some versions took all files of the item, and sent the one called data.
			const isData = /^(?:=\{\{\s*\$binary\s*\}\})?$/.test(String(values.binaryProperty ?? ''));
			return call(uploadFile({ from: 'binary', value: isData ? 'data' : values.binaryProperty }));
		}
		default:
			return stays(`its operation “${String(operation)}” is not converted: ${BY_HAND}`);
	}
}

/** The body that the old node sent. */
function formBody({ type = 'now', date, shortLink, tags, posts }: Json): Json {
	return {
		...{ type, date, shortLink },
		tags: rowsOf(asObject(tags).tag),
		posts: rowsOf(asObject(posts).post).map(({ integrationId = '', settings, value, group }) => ({
			integration: { id: integrationId },
			group,
			settings: Object.fromEntries(
				rowsOf(asObject(settings).setting).map((row) => [String(row.key ?? ''), settingOf(row)]),
			),
			value: rowsOf(asObject(value).contentItem).map(({ content = '', image, id }) => ({
				...{ content, id },
				image: rowsOf(asObject(image).imageItem),
			})),
		})),
	};
}

/** The value of a row, as the old node read it in its versions: by Value Type, or with a text alone. */
function settingOf({
	value,
	valueType,
	numberValue = 0,
	booleanValue = false,
	...row
}: Json): unknown {
	if (valueType === 'number') return numberValue;
	if (valueType === 'boolean') return booleanValue;
	const { stringValue = value ?? '', jsonValue = '' } = row;
	if (valueType !== 'json') return stringValue;
	if (isExpression(jsonValue)) return new Bare(expressionCode(jsonValue)).expression;
	// Inside JSON a text with an equals sign at the front is that text.
	return new Code(`JSON.parse(${JSON.stringify(String(jsonValue))})`);
}

function readRequest(call: Call, around: Surroundings, node: WorkflowNode): Reading {
	const { path, host, method, values, files, body } = call;
	const at = path.findIndex((part, index) => part === 'public' && path[index + 1] === 'v1');
	const [what = '', id, ...more] = path.slice(at === -1 ? 0 : at + 2);
	const base = [host, ...path.slice(0, Math.max(at, 0))].join('/');
	const said: Said = [];
	const reading = (parameters: Json, output?: Output): Reading => ({
		does: 'call',
		...signedIn(node, parameters, base, said),
		...{ output, said },
	});
	if (JSON.stringify(asObject(node.parameters).options ?? '').includes('"fullResponse":true')) {
		return stays(
			'it outputs the whole response: choose Never for Include Response Headers and Status',
		);
	}
	const [file] = Object.values(files).flat();
	const isOne = more.length === 0 && id !== 'group';
	switch (isOne ? `${method} ${what}${id === undefined ? '' : '/*'}` : '') {
		case 'GET integrations':
			return reading(listChannels(values.group));
		case 'POST upload':
			if (file === undefined) break;
			return reading(uploadFile({ from: 'binary', value: file }));
		case 'POST upload-from-url':
			return reading(uploadFile({ from: 'url', value: values.url ?? '' }));
		case 'POST posts': {
			const isEscaped = around.textsBefore().some((code) => ESCAPES_FOR_JSON.test(code));
			const json = jsonOf(body, textSent(asObject(node.parameters)), said, isEscaped);
			return reading(createFromJson(json), CREATED);
		}
		case 'DELETE posts/*':
			return reading(deletePost(id), DELETED);
	}
	const called = `${method} /${[what, id, ...more].filter(Boolean).join('/').replace(/=/g, '')}`;
	return stays(`its call (${called}) is not converted: ${BY_HAND}`);
}

const OWN_TYPES = ['postizApi', 'postizOAuth2Api'];

/** The parameters with how they sign in, and a credential of Postiz. A key in a request is never copied. */
function signedIn(node: WorkflowNode, parameters: Json, base: string, said: Said) {
	const { authentication, nodeCredentialType } = asObject(node.parameters);
	const own = Object.entries(asObject(node.credentials)).filter(([type]) =>
		OWN_TYPES.includes(type),
	);
	if (authentication === 'predefinedCredentialType' && own.length > 0) {
		const isOAuth2 = nodeCredentialType === 'postizOAuth2Api';
		const signed = isOAuth2 ? { authentication: 'oAuth2', ...parameters } : parameters;
		return { parameters: signed, credentials: Object.fromEntries(own) };
	}
	said.push([
		'setup',
		'It signed in with a key. The new node needs a credential of the type Postiz API',
		`Make one with the same key, and with the Base URL ${base.replace(/^=/, '')}. Then choose it in the node.`,
	]);
	return { parameters };
}

/** The body of a request as JSON; the text itself if it cannot be read. */
function jsonOf(body: unknown, text: unknown, said: Said, isEscaped: boolean): string {
	const request = asObject(Array.isArray(body) ? { posts: body } : body);
	const posts = rowsOf([request.posts].flat());
	// Texts that a node before has made fit for JSON stay where they are JSON.
	if (!isEscaped && posts.length > 0 && posts.every(({ integration }) => isPlain(integration))) {
		return toJsonField(bodyOf(request, said));
	}
	said.push([
		'check',
		'Its body could not be read. It is now the JSON of the new node, which takes what the API takes',
		'Run it once with Preview Only.',
	]);
	return typeof text === 'string' ? text : toJsonField(text ?? plain(body));
}

const isPlain = (value: unknown): value is Json =>
	asObject(value) === value && !(value instanceof Code);

/** The body as the API defines it, of what people send; `said` gets what is different (docs/api.md, Creating posts). */
function bodyOf(request: Json, said: Said): Json {
	const { type, date, shortLink, tags, inter, posts, order, creationMethod, ...left } = request;
	const list = rowsOf([posts].flat());
	const isType = isExpression(type) || ['draft', 'now', 'schedule'].includes(String(type));
	if (!isType) {
		const message = `It does not say when to publish${isEmpty(type) ? '' : `: its type is “${String(type)}”`}. It now saves drafts`;
		said.push(['todo', message, IN_JSON]);
	}
	if (type === 'schedule' && isEmpty(date)) said.push(['todo', 'It has no date', IN_JSON]);
	if (list.length === 0) said.push(['todo', 'It has no posts', IN_JSON]);
	const body = {
		type: isType ? plain(type) : 'draft',
		...(type !== 'now' && !isEmpty(date) && { date: zonedDate(plain(date)) }),
		...{ shortLink: typed('boolean', shortLink) ?? false, tags: tagsOf(tags) },
		...(isGiven(inter) && Number(inter) !== 0 && { inter: typed('number', inter) }),
		...given({ order: plain(order), creationMethod: plain(creationMethod) }),
		posts: list.map((post) => postOf(post, left, said)),
	};
	const names = Object.keys(left).filter((key) => !isEmpty(left[key]));
	if (names.length > 0) {
		const message = `Postiz does not look at ${names.join(', ')}. This is left out`;
		said.push(['check', message, 'Nothing has to be done.']);
	}
	return body;
}

const IN_JSON = 'Write it into its JSON.';

/** A post as the API defines it; what is unknown of it is added to `left`. */
function postOf(
	{ integration, value, settings, group, ...more }: Json,
	left: Json,
	said: Said,
): Json {
	const { id } = asObject(integration);
	if (isEmpty(id)) said.push(['todo', 'A post has no channel', IN_JSON]);
	if (isGiven(group)) said.push(['check', ...GROUP]);
	Object.assign(left, more);
	return {
		integration: { id: plain(id) ?? '' },
		value: rowsOf([value ?? []].flat()).map((part) => partOf(part, left, said)),
		settings: isPlain(settings) ? settingsOf(settings) : (plain(settings) ?? {}),
	};
}

const GROUP: Told = [
	'It sets a group, which is left out: Postiz does not keep it, and deletes older posts of that group over it',
	'Posts of one request can be found under Post > Get Many.',
];

function partOf({ content, image, video, delay, id, ...more }: Json, left: Json, said: Said): Json {
	Object.assign(left, more);
	if (isGiven(id)) {
		const message =
			'It sets the ID of a part, which the new node cannot: it always makes new posts';
		said.push(['todo', message, 'To change a post that exists, use Post > Update.']);
	}
	// Some have files under “video”, or one file in place of a list.
	const files = [image, video].flat().filter((file) => !isEmpty(file));
	return {
		content: plain(content) ?? '',
		image: files.every(isPlain) ? files.map(fileOf) : listCode(files.map(plain)),
		...(isGiven(delay) && Number(delay) !== 0 && { delay: typed('number', delay) }),
	};
}

function fileOf({ id, url, path = url, alt, thumbnail, thumbnailTimestamp }: Json): unknown {
	return plain({ id, path, ...given({ alt, thumbnail, thumbnailTimestamp }) });
}

/** A list with expressions in it, each of which may yield a file or several. */
const listCode = (files: unknown[]) =>
	new Code(
		`[${files.map((file) => (isExpression(file) ? expressionCode(file) : quoted(file))).join(', ')}].flat(2)`,
	);

/** The settings of a post; a number or a boolean may be sent as text. */
function settingsOf(settings: Json): Json {
	const provider = findProvider(String(settings.__type ?? ''));
	const fields = (provider ? [provider] : providers).flatMap((one) => one.fields);
	const entries = Object.entries(settings).map(([key, value]): [string, unknown] => {
		if (key === 'tags') return [key, tagsOf(value)];
		const type = fields.find(({ name }) => name === key)?.type;
		return [key, typed(type, value) ?? ''];
	});
	return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

/** A value of a type, of what may be text or an expression for it. */
function typed(type: string | undefined, value: unknown): unknown {
	const entered = plain(value);
	if (type === 'boolean') return flagOf(entered);
	if (type !== 'number' || isEmpty(entered)) return entered;
	if (isExpression(entered)) return `={{ Number(${expressionCode(entered)}) }}`;
	return Number.isNaN(Number(entered)) ? entered : Number(entered);
}

/** Tags by their labels, by which Postiz finds them (docs/api.md, Tags). */
function tagsOf(tags: unknown): unknown {
	if (!Array.isArray(tags)) return plain(tags) ?? [];
	const labels = tags.map((tag: unknown) => {
		const { label, name, value } = asObject(tag);
		return plainText(plain(isPlain(tag) ? (label ?? name ?? value) : tag));
	});
	return labels.filter((label) => !isEmpty(label)).map((label) => ({ value: label, label }));
}
