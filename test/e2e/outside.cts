import fastify from 'fastify';
import type { AddressInfo } from 'node:net';

/** A message of a chat as a model is sent it. */
export interface ModelMessage {
	role: string;
	content: string | null;
	tool_calls?: Array<{ function: { name: string; arguments: string } }>;
}

/** What a model is asked. */
export interface ModelRequest {
	messages: ModelMessage[];
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

/** A scripted answer: a text, or a tool to call and what with. */
export type ModelAnswer = string | { tool: string; input: object };

/** What lies outside n8n and the service: a feed, a sheet, a chat, a picture and a language model. */
export interface Outside {
	url: string;
	/** What the chat received. */
	messages: unknown[];
	/** Answers a model request; a test sets it. */
	answer: (request: ModelRequest) => ModelAnswer;
	/** What the model was asked. */
	asked: ModelRequest[];
	close: () => Promise<void>;
}

export const PICTURE = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Acme Coffee</title>
<item><title>New beans &amp; old friends</title><link>https://example.com/1</link><guid>entry-1</guid></item>
<item><title>Open on Sunday</title><link>https://example.com/2</link><guid>entry-2</guid></item>
</channel></rss>`;

/** Starts the outside on the loopback; the sheet has these lines. */
export async function openOutside(sheet: () => string = () => ''): Promise<Outside> {
	const app = fastify();
	const outside: Outside = {
		url: '',
		messages: [],
		asked: [],
		answer: () => 'Nothing to say.',
		close: async () => await app.close(),
	};

	app.get('/feed.xml', (_request, reply) => reply.type('application/rss+xml').send(FEED));
	app.get('/calendar.csv', (_request, reply) => reply.type('text/csv').send(sheet()));
	app.get('/picture.png', (_request, reply) => reply.type('image/png').send(PICTURE));
	app.post('/chat-webhook', (request) => {
		outside.messages.push(request.body);
		return { ok: true };
	});
	app.post('/v1/chat/completions', (request) => {
		const asked = request.body as ModelRequest;
		outside.asked.push(asked);
		return completion(outside.answer(asked));
	});
	app.post('/v1/images/generations', () => ({
		created: 1,
		data: [{ b64_json: PICTURE.toString('base64') }],
	}));

	await app.listen({ host: '127.0.0.1', port: 0 });
	outside.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	return outside;
}

let calls = 0;

function completion(answer: ModelAnswer) {
	const message =
		typeof answer === 'string'
			? { role: 'assistant', content: answer }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call-${++calls}`,
							type: 'function',
							function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
						},
					],
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
