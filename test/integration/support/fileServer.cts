import { generateKeyPairSync, sign } from 'node:crypto';
import {
	createServer as createHttp,
	type IncomingHttpHeaders,
	type RequestListener,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

import type { Service } from '../../service/server.cjs';

/** A web server on this machine from which files are fetched. */
export interface FileServer {
	origin: string;
	/** What it was asked for, in order. */
	requests: Array<{ path: string; headers: IncomingHttpHeaders }>;
	close(): Promise<void>;
}

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
	const server = secure ? createHttps(createCertificate(), answer) : createHttp(answer);
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

/** Lists the channels as the service does; what else is asked is up to `answer`. */
export function afterLookUp({ state }: Service, answer: RequestListener): RequestListener {
	return (request, response) => {
		if (!request.url?.endsWith('/integrations')) return answer(request, response);
		response
			.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
			.end(JSON.stringify(state.channels));
	};
}

/** Lets every client of this process trust any certificate, until jest restores its mocks. */
export function trustAnyCertificate(): void {
	const { connect } = tls;
	jest
		.spyOn(tls, 'connect')
		.mockImplementation(((options: tls.ConnectionOptions, ...rest: []) =>
			connect(
				{ ...options, servername: '', rejectUnauthorized: false },
				...rest,
			)) as typeof tls.connect);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

/** One value in DER, as X.509 certificates are written. */
function der(tag: number, ...parts: Array<Buffer | string>): Buffer {
	const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
	const { length } = content;
	const size =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A key of its own for each run, with a certificate that nobody else has signed. */
function createCertificate(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
	const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, 'localhost'))));
	const validity = der(SEQUENCE, der(UTC_TIME, '200101000000Z'), der(UTC_TIME, '491231235959Z'));
	const body = der(
		SEQUENCE,
		der(INTEGER, Buffer.from([1])),
		algorithm,
		name,
		validity,
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey));
	const certificate = der(SEQUENCE, body, algorithm, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
	};
}
