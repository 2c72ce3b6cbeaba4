import fastify, { type FastifyInstance } from 'fastify';
import type { IDataObject } from 'n8n-workflow';

import { createSampleFile, MP4 } from '../samples.cjs';

/** A chat message for a model. */
export interface ModelMessage {
	role: string;
	content: string | null;
	tool_calls?: Array<{ function: { name: string; arguments: string } }>;
}

/** A request to a model. */
export interface ModelRequest {
	messages: ModelMessage[];
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
	/** Streams the answer. */
	stream?: boolean;
}

/** A call of a tool. */
interface ToolCall {
	tool: string;
	input: object;
}

/** A scripted answer: a text, or the tools to call in this turn. */
export type ModelAnswer = string | ToolCall | ToolCall[];

/** A video of 200 bytes, by its beginning. */
const VIDEO = createSampleFile(MP4, 200);

export const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

const createFeed = (entries: string[]) =>
	`<?xml version="1.0"?><rss version="2.0"><channel><title>Acme Coffee</title>
${entries
	.map(
		(title, index) =>
			`<item><title>${title.replaceAll('&', '&amp;')}</title><link>https://example.com/${index + 1}</link><guid>entry-${index + 1}</guid><description>More about it.</description></item>`,
	)
	.join('\n')}
</channel></rss>`;

const createState = () => ({
	url: '',
	/** What the chat and the mail server received. */
	messages: [] as unknown[],
	/** The titles in the feed. */
	entries: ['New beans & old friends', 'Open on Sunday'],
	/** The rows of the sheet or the base; `row_number` or `id` names one. */
	rows: [] as IDataObject[],
	/** The requests to the model. */
	modelRequests: [] as ModelRequest[],
	/** Answers a model request; a test sets it. */
	answer: (_request: ModelRequest): ModelAnswer => 'Nothing to say.',
});
export type ExternalServices = ReturnType<typeof createState>;

/**
 * Fakes of the services around n8n and Postiz, on the loopback, for the tests of a file or of a `describe` block: a
 * feed, a sheet or base, a chat, a mail server, a picture, a video and a language model.
 */
export function useExternalServices(): ExternalServices {
	const app = fastify();
	const external = createState();
	addContentRoutes(app, external);
	addRowRoutes(app, external);
	addMessageRoutes(app, external);
	addModelRoutes(app, external);
	beforeAll(async () => {
		external.url = await app.listen({ host: '127.0.0.1', port: 0 });
	});
	afterAll(async () => await app.close());
	return external;
}

function addContentRoutes(app: FastifyInstance, external: ExternalServices): void {
	app.get('/feed.xml', (_request, reply) =>
		reply.type('application/rss+xml').send(createFeed(external.entries)),
	);
	app.get('/picture.png', (_request, reply) => reply.type('image/png').send(PICTURE));
	app.get('/film.mp4', (_request, reply) => reply.type('video/mp4').send(VIDEO));
}

/** The sheet or the base. */
function addRowRoutes(app: FastifyInstance, external: ExternalServices): void {
	app.get('/rows', ({ query }) =>
		external.rows.filter((row) =>
			Object.entries(query as IDataObject).every(([field, value]) => row[field] === value),
		),
	);
	app.post('/rows', (request) => {
		const cells = request.body as IDataObject;
		const row = external.rows.find(({ id, row_number: number }) =>
			cells.row_number === undefined ? id === cells.id : number === cells.row_number,
		);
		return Object.assign(row ?? {}, cells);
	});
}

/** The chat and the mail server. */
function addMessageRoutes(app: FastifyInstance, external: ExternalServices): void {
	app.addContentTypeParser('text/html', { parseAs: 'string' }, (_request, page, done) =>
		done(null, page),
	);
	app.post('/chat-webhook', (request) => {
		external.messages.push(request.body);
		return { ok: true };
	});
	app.post('/mail', ({ query, body }) => {
		external.messages.push({ ...(query as IDataObject), page: body });
		return { ok: true };
	});
	app.post('/botscripted/sendMessage', (request) => {
		external.messages.push(request.body);
		return { ok: true, result: { message_id: external.messages.length } };
	});
}

function addModelRoutes(app: FastifyInstance, external: ExternalServices): void {
	app.post('/v1/chat/completions', (request, reply) => {
		const modelRequest = request.body as ModelRequest;
		external.modelRequests.push(modelRequest);
		const completion = createCompletion(external.answer(modelRequest));
		return modelRequest.stream
			? reply.type('text/event-stream').send(splitCompletion(completion))
			: completion;
	});
	app.post('/v1/images/generations', () => ({
		created: 1,
		data: [{ b64_json: PICTURE.toString('base64') }],
	}));
}

/** Makes the model give these answers in order, and repeat the last one. */
export function followScript(
	external: ExternalServices,
	script: Array<(request: ModelRequest) => ModelAnswer>,
): void {
	let step = 0;
	external.answer = (request) => script[Math.min(step++, script.length - 1)](request);
}

/** The result of the last tool call. */
export const getLastResult = ({ messages }: ModelRequest): string =>
	String(messages.at(-1)?.content);

let callCount = 0;

function createCompletion(answer: ModelAnswer) {
	const message =
		typeof answer === 'string'
			? { role: 'assistant', content: answer }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [answer].flat().map(({ tool, input }) => ({
						id: `call-${++callCount}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(input) },
					})),
				};
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [
			{ index: 0, message, finish_reason: typeof answer === 'string' ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** A completion as agents of n8n 1.x want it: the message as one piece, and the end as another. */
function splitCompletion({
	choices,
	id,
	created,
	model,
}: ReturnType<typeof createCompletion>): string {
	const [{ message, finish_reason: reason }] = choices;
	const { tool_calls: tools, ...textMessage } = { tool_calls: undefined, ...message };
	const delta = { ...textMessage, ...(tools && { tool_calls: numberTools(tools) }) };
	const createPiece = (choice: object) =>
		`data: ${JSON.stringify({
			id,
			created,
			model,
			object: 'chat.completion.chunk',
			choices: [{ index: 0, ...choice }],
		})}\n\n`;
	return `${createPiece({ delta, finish_reason: null })}${createPiece({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`;
}

const numberTools = (tools: object[]) => tools.map((tool, index) => ({ index, ...tool }));
