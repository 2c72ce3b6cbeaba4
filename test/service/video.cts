import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { bareError, checkInput, HttpError, type Context } from './http.cjs';
import {
	anything,
	custom,
	filled,
	group,
	isDefined,
	isIn,
	isString,
	list,
	maxElements,
	optional,
	string,
	type Fields,
	type Values,
} from './schema.cjs';
import { addMedia } from './uploads.cjs';

/** The first box of an MP4 file: enough to be known as one. */
const EMPTY_VIDEO = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');

const generators: Record<string, Fields> = {
	'image-text-slides': { voice: filled, prompt: filled },
	veo3: {
		prompt: filled,
		images: optional(list({ id: filled, path: string(isDefined, isString) }, maxElements(3))),
	},
};

/** Generated videos, and the functions of their generators. */
export function videoRoutes(app: FastifyInstance, context: Context, delayMs: number): void {
	const { state } = context;

	app.post('/generate-video', async (incoming, reply) => {
		const available = state.videoGenerators.filter((name) => Object.hasOwn(generators, name));
		const isAvailable = custom(
			(type) => available.includes(type as string),
			`type must be any of: ${available.join(', ')}`,
		);
		const { type, customParams } = checkInput(
			{
				type: string(isAvailable),
				output: string(isIn('vertical', 'horizontal')),
				customParams: anything,
			},
			incoming.body,
		);
		const fields = generators[type as string];
		checkInput({ customParams: group(fields, isDefined) }, { customParams });
		if (state.videoCredits < 1)
			throw new HttpError(402, {
				statusCode: 402,
				message: 'You have no video credits left',
				url: `${context.origin()}/billing`,
			});
		state.videoCredits -= 1;
		await context.delay(delayMs);
		const received = await context.uploads.store(Readable.from([EMPTY_VIDEO]));
		const media = addMedia(context, incoming.workspace!, received, `${type as string}.mp4`);
		const answer = type === 'veo3' ? [{ id: media.id, path: media.path }] : media;
		return reply.status(201).send(answer);
	});

	app.post('/video/function', (incoming, reply) => {
		const { functionName, identifier }: Values = checkInput(
			{ functionName: filled, identifier: filled, params: anything },
			incoming.body,
		);
		const isKnown = identifier === 'image-text-slides' && functionName === 'loadVoices';
		if (!isKnown) throw bareError();
		return reply.status(201).send({ voices: state.voices });
	});
}
