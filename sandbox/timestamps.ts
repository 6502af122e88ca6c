// A time stamping authority (RFC 3161) with a key and a certificate of its own, made at the first question.
import { Buffer } from 'node:buffer';
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { Integer as Asn1Integer, ObjectIdentifier, OctetString, PrintableString, Sequence } from 'asn1js';
import type { FastifyInstance } from 'fastify';
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { refusal } from './http.ts';
import type { World } from './world.ts';

const QUERY = 'application/timestamp-query';
const REPLY = 'application/timestamp-reply';
const OID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  extendedKeyUsage: '2.5.29.37',
  commonName: '2.5.4.3',
  /** Of nobody: the policy by which a test authority stamps. */
  policy: '1.3.6.1.4.1.99999.1',
} as const;

type Authority = { key: webcrypto.CryptoKey; certificate: Certificate };

export function timestampRoutes(app: FastifyInstance, world: World): void {
  let opening: Promise<Authority> | undefined;
  const authority = () => {
    opening ??= createAuthority();
    return opening;
  };
  app.addContentTypeParser(QUERY, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/timestamps', async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) throw refusal(400, `the body is not ${QUERY}`);
    const query = readQuery(request.body);
    const response = await stampFor(query, await authority(), new Date(world.clock.nowMs()));
    return reply.type(REPLY).send(Buffer.from(response));
  });
  app.get('/timestamps/certificate', async (_request, reply) => {
    const { certificate } = await authority();
    const text = Buffer.from(certificate.toSchema(true).toBER()).toString('base64').replaceAll(/.{64}/g, '$&\n');
    return reply.type('application/x-pem-file').send(`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`);
  });
}

function readQuery(body: Buffer): TimeStampReq {
  try {
    return TimeStampReq.fromBER(new Uint8Array(body));
  } catch {
    throw refusal(400, 'the body is no TimeStampReq');
  }
}

async function createAuthority(): Promise<Authority> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  // Border: the types of the library's engine are those of browsers.
  const { publicKey, privateKey: key } = await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Asn1Integer({ valueHex: new Uint8Array([1, ...randomBytes(7)]).buffer });
  const name = () =>
    new AttributeTypeAndValue({ type: OID.commonName, value: new PrintableString({ value: 'Mortar sandbox authority' }) });
  certificate.issuer.typesAndValues.push(name());
  certificate.subject.typesAndValues.push(name());
  // Business time may be years from now; this form of a date ends with 2049.
  certificate.notBefore.value = new Date('2000-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2049-12-31T00:00:00Z');
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  const usage = new ExtKeyUsage({ keyPurposes: [OID.timeStamping] });
  certificate.extensions = [
    new Extension({ extnID: OID.extendedKeyUsage, critical: true, extnValue: usage.toSchema().toBER(), parsedValue: usage }),
  ];
  await certificate.sign(key, 'SHA-256');
  return { key, certificate };
}

async function stampFor(query: TimeStampReq, { key, certificate }: Authority, at: Date): Promise<ArrayBuffer> {
  const info = new TSTInfo({
    version: 1,
    policy: OID.policy,
    messageImprint: new MessageImprint({
      hashAlgorithm: query.messageImprint.hashAlgorithm,
      hashedMessage: query.messageImprint.hashedMessage,
    }),
    serialNumber: new Asn1Integer({ valueHex: new Uint8Array([1, ...randomBytes(7)]).buffer }),
    genTime: at,
    ...(query.nonce === undefined ? {} : { nonce: query.nonce }),
  });
  const content = info.toSchema().toBER();
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.tstInfo }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: signedAttributes(content, certificate) }),
      }),
    ],
    ...(query.certReq === true ? { certificates: [certificate] } : {}),
  });
  // Not by the constructor, which cuts the text into pieces.
  signed.encapContentInfo.eContent = new OctetString({ valueHex: content });
  await signed.sign(key, 0, 'SHA-256');
  const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return new TimeStampResp({ status: new PKIStatusInfo({ status: PKIStatus.granted }), timeStampToken: token })
    .toSchema()
    .toBER();
}

function signedAttributes(content: ArrayBuffer, certificate: Certificate): Attribute[] {
  const digest = createHash('sha256').update(new Uint8Array(content)).digest();
  const ofCertificate = createHash('sha256')
    .update(new Uint8Array(certificate.toSchema(true).toBER()))
    .digest();
  const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes).buffer });
  return [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.tstInfo })] }),
    new Attribute({ type: OID.messageDigest, values: [octets(digest)] }),
    new Attribute({
      type: OID.signingCertificate,
      values: [new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [octets(ofCertificate)] })] })] })],
    }),
  ];
}
