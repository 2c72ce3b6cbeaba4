import {
	createServer as createHttp,
	type IncomingHttpHeaders,
	type RequestListener,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

import type { Service } from '../../service/server.cjs';

/** A local web server with files. */
export interface FileServer {
	origin: string;
	/** The requested paths, in order. */
	requests: Array<{ path: string; headers: IncomingHttpHeaders }>;
	close(): Promise<void>;
}

/** A shared key, instead of certificates. */
const psk = Buffer.alloc(32, 'acme');
const BY_KEY = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const;

/** Starts a server that answers as `listener` does; with `secure`, over TLS. */
export async function startFileServer(
	listener: RequestListener,
	{ secure = false } = {},
): Promise<FileServer> {
	const requests: FileServer['requests'] = [];
	const answer: RequestListener = (request, response) => {
		requests.push({ path: request.url!, headers: request.headers });
		listener(request, response);
	};
	const server = secure
		? createHttps({ ...BY_KEY, pskCallback: () => psk }, answer)
		: createHttp(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	// A test that fails may leave it open.
	server.unref();
	const { port } = server.address() as AddressInfo;
	return {
		origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Lists the channels like the service; `answer` handles all other requests. */
export function answerAfterLookUp({ state }: Service, answer: RequestListener): RequestListener {
	return (request, response) => {
		if (!request.url?.endsWith('/integrations')) return answer(request, response);
		response
			.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
			.end(JSON.stringify(state.channels));
	};
}

/** Lets every client of this process reach a secure server of this kind, until jest restores its mocks. */
export function usePresharedKey(): void {
	const { connect } = tls;
	const getPresharedKey = () => ({ psk, identity: 'test' });
	const own = {
		...BY_KEY,
		pskCallback: getPresharedKey,
		servername: '',
		checkServerIdentity: () => undefined,
	};
	jest
		.spyOn(tls, 'connect')
		.mockImplementation(((options: tls.ConnectionOptions, ...rest: []) =>
			connect({ ...options, ...own }, ...rest)) as typeof tls.connect);
}
