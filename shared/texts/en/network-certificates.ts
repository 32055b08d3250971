// English messages of troubles with certificates and TLS: per kind a title, a clause without full stop, and advice.
export const certificateMessages = {
  certificate_expired_title: 'The certificate has expired',
  certificate_expired_clause:
    '{begins, select, yes {The} other {the}} certificate of {host} was valid until {until}',
  certificate_expired_advice:
    'If this machine’s clock is right, tell whoever runs the service: it needs a new certificate.',
  certificate_not_yet_valid_title: 'The certificate is not valid yet',
  certificate_not_yet_valid_clause:
    '{begins, select, yes {The} other {the}} certificate of {host} is valid from {from}',
  certificate_not_yet_valid_advice:
    'Check this machine’s clock and date first. If they are right, tell whoever runs the service.',
  certificate_self_signed_title: 'The certificate is signed by itself',
  certificate_self_signed_clause:
    '{begins, select, yes {Nobody} other {nobody}} vouches for the certificate of {host}: it is signed by itself',
  certificate_self_signed_advice:
    'Check that the address is right. If the service is known to use this certificate, add it under Network as a file.',
  certificate_unknown_issuer_title: 'The certificate’s issuer is not known',
  certificate_unknown_issuer_clause:
    '{begins, select, yes {The} other {the}} certificate of {host} is signed by {issuer}, which is not known here',
  certificate_unknown_issuer_advice:
    'Is that your company’s proxy? Then add the certificate of that authority under Network (a file, or the system’s authorities), after your IT department has confirmed it.',
  certificate_wrong_host_title: 'The certificate is for another name',
  certificate_wrong_host_clause:
    '{begins, select, yes {The} other {the}} certificate of {host} is for {names}',
  certificate_wrong_host_advice:
    'Check the base URL: use a name that the certificate is for. Otherwise somebody else answers there.',
  certificate_refused_title: 'The certificate is not accepted',
  certificate_refused_clause:
    '{begins, select, yes {The} other {the}} certificate of {host} was not accepted',
  certificate_refused_advice: 'Tell whoever runs the service, with the code.',
  tls_version_title: 'No common version of TLS',
  tls_version_clause: '{host} offers no version of TLS that is safe to use',
  tls_version_advice: 'The service must offer TLS 1.2 or 1.3. Tell whoever runs it.',
  tls_handshake_title: 'No secure connection',
  tls_handshake_clause: '{host} did not agree on a secure connection',
  tls_handshake_advice:
    'It may want a client certificate (see Network), or something between here and there cuts the connection.',
  client_certificate_wanted_title: 'The service wants a client certificate',
  client_certificate_wanted_clause: '{host} asks for a certificate of ours and got none',
  client_certificate_wanted_advice:
    'Give the client certificate under Network. Whoever runs the service issues it.',
  client_certificate_refused_title: 'The service refuses our certificate',
  client_certificate_refused_clause: '{host} did not accept our client certificate',
  client_certificate_refused_advice:
    'Check under Network that it is the one for this service, and that it has not expired.',
  client_certificate_unreadable_title: 'The client certificate cannot be used',
  client_certificate_unreadable_clause:
    '{begins, select, yes {The} other {the}} client certificate {file} cannot be used',
  client_certificate_unreadable_advice:
    'Choose a PEM certificate with its key, or a .p12 or .pfx file, under Network.',
  client_key_wrong_title: 'The key is not this certificate’s',
  client_key_wrong_clause:
    '{begins, select, yes {The} other {the}} key of the client certificate {file} is missing or belongs to another one',
  client_key_wrong_advice: 'Choose the key file that was issued with this certificate under Network.',
  client_key_open_title: 'Others can read the key',
  client_key_open_clause:
    '{begins, select, yes {The} other {the}} file {file} holds the key of a certificate and can be used by others on this machine ({mode}), so it is not taken',
  client_key_open_advice:
    'Run "chmod 600 {file}", and have the certificate replaced if somebody may have read its key.',
  client_passphrase_wrong_title: 'The passphrase is wrong or missing',
  client_passphrase_wrong_clause:
    '{begins, select, yes {The} other {the}} file {file} does not open with the passphrase that was given',
  client_passphrase_wrong_advice: 'Give the passphrase of the client certificate again under Network.',
  ca_file_unreadable_title: 'The authorities’ file cannot be used',
  ca_file_unreadable_clause:
    '{begins, select, yes {The} other {the}} file {file} holds no certificates that can be read',
  ca_file_unreadable_advice: 'Choose a PEM or DER file with the authorities’ certificates under Network.',
} as const
