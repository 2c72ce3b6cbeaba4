import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { createBareError, checkInput, HttpError, createRejection, type Context } from './http.cjs';
import {
	filled,
	group,
	isDefined,
	isIn,
	isObject,
	isString,
	list,
	maxElements,
	optional,
	readFields,
	string,
	type Fields,
	type Values,
} from './schema.cjs';
import { addMedia } from './uploads.cjs';

/** The first box of an MP4 file, which shows its type. */
const EMPTY_VIDEO = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');

const createParameters = (fields: Fields): Fields => ({ customParams: group(fields, isDefined) });
const generators: Record<string, Fields> = {
	'image-text-slides': createParameters({ voice: filled, prompt: filled }),
	veo3: createParameters({
		prompt: filled,
		images: optional(list({ id: filled, path: string(isDefined, isString) }, maxElements(3))),
	}),
};
const videoFields = { type: string(), output: string(isIn('vertical', 'horizontal')) };
const functionFields = { functionName: filled, identifier: filled };

/** Generated videos, and the functions of their generators. */
export function addVideoRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;

	app.post('/generate-video', async (incoming, reply) => {
		const available = state.videoGenerators.filter((name) => Object.hasOwn(generators, name));
		const { values, messages } = readFields(
			videoFields,
			isObject(incoming.body) ? incoming.body : {},
		);
		const type = String(values.type);
		if (!available.includes(type)) messages.unshift(`type must be any of: ${available.join(', ')}`);
		if (messages.length > 0) throw createRejection(400, messages);
		checkInput(generators[type], { customParams: values.customParams });
		if (state.videoCredits < 1)
			throw new HttpError(402, {
				statusCode: 402,
				message: 'You have no video credits left',
				url: `${context.origin()}/billing`,
			});
		state.videoCredits -= 1;
		const received = await context.uploads.store(Readable.from([EMPTY_VIDEO]));
		const media = addMedia(context, incoming.workspace!, received, `${type}.mp4`);
		const response = type === 'veo3' ? [{ id: media.id, path: media.path }] : media;
		return reply.status(201).send(response);
	});

	app.post('/video/function', (incoming, reply) => {
		const { functionName, identifier }: Values = checkInput(functionFields, incoming.body);
		const isKnown = identifier === 'image-text-slides' && functionName === 'loadVoices';
		if (!isKnown) throw createBareError();
		return reply.status(201).send({ voices: state.voices });
	});
}
