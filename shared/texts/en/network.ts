// English messages of network troubles: per kind a title, a clause without full stop, and advice.
import { certificateMessages } from './network-certificates.ts'

export const networkMessages = {
  ...certificateMessages,
  name_not_found_title: 'The name is not known',
  name_not_found_clause: '{begins, select, yes {The} other {the}} address of {host} could not be found',
  name_not_found_advice: 'Check the base URL, and whether this machine is online or needs a VPN.',
  connection_refused_title: 'The connection was refused',
  connection_refused_clause: '{host} refused the connection',
  connection_refused_advice: 'Nobody answers at this address. Check the base URL and its port.',
  host_unreachable_title: 'No way to the service',
  host_unreachable_clause: '{host} could not be reached',
  host_unreachable_advice: 'Check the network, and whether a VPN or a proxy is needed.',
  connect_timeout_title: 'No connection in time',
  connect_timeout_clause:
    '{host} did not accept a connection{timed, select, yes { within {seconds} s} other { in time}}',
  connect_timeout_advice: 'Check the base URL. Inside a company a firewall may want a proxy: see Network.',
  no_answer_in_time_title: 'No answer in time',
  no_answer_in_time_clause:
    '{begins, select, yes {No} other {no}} complete answer came from {host}{timed, select, yes { within {seconds} s} other { in time}}',
  no_answer_in_time_advice:
    'Try again later. If it stays so, ask whoever runs the service, or allow more time under Limits.',
  connection_broken_title: 'The connection broke',
  connection_broken_clause: '{begins, select, yes {The} other {the}} connection to {host} broke',
  connection_broken_advice:
    'Try again. If it stays so, check that the base URL begins with the right scheme, http or https.',
  proxy_not_found_title: 'The proxy’s name is unknown',
  proxy_not_found_clause:
    '{begins, select, yes {The} other {the}} address of the proxy {proxy} could not be found',
  proxy_not_found_advice:
    'Check the proxy’s name under Network. Where it is known only inside the company, connect the VPN.',
  proxy_unreachable_title: 'The proxy cannot be reached',
  proxy_unreachable_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} did not accept a connection',
  proxy_unreachable_advice: 'Check the proxy’s name and port under Network, and whether a VPN is needed.',
  proxy_timeout_title: 'The proxy does not answer',
  proxy_timeout_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} did not open a way to {host}{timed, select, yes { within {seconds} s} other { in time}}',
  proxy_timeout_advice:
    'Try again. If it stays so, ask whoever runs the proxy whether it may reach this address.',
  proxy_password_wanted_title: 'The proxy wants a password',
  proxy_password_wanted_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} asks for a user name and a password (HTTP 407)',
  proxy_password_wanted_advice: 'Give the user name and the password for the proxy under Network.',
  proxy_password_wrong_title: 'The proxy refuses the password',
  proxy_password_wrong_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} did not accept the user name and password (HTTP 407)',
  proxy_password_wrong_advice: 'Check the user name for the proxy under Network and give its password again.',
  proxy_method_unknown_title: 'The proxy asks for another way to sign in',
  proxy_method_unknown_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} asks for a way to sign in that Carryover does not know',
  proxy_method_unknown_advice:
    'Ask whoever runs the proxy for a user with a password (Basic), or for an exception for this address.',
  proxy_forbids_title: 'The proxy forbids this address',
  proxy_forbids_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} refused the way to {host} (HTTP {status})',
  proxy_forbids_advice:
    'Ask whoever runs the proxy to allow this address, or name it among those asked without a proxy.',
  proxy_cannot_reach_title: 'The proxy cannot reach the service',
  proxy_cannot_reach_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} could not reach {host} (HTTP {status})',
  proxy_cannot_reach_advice: 'Check the base URL. If it is right, ask whoever runs the proxy.',
  proxy_odd_answer_title: 'This is not a proxy',
  proxy_odd_answer_clause:
    '{begins, select, yes {The} other {the}} proxy {proxy} did not answer as a proxy does',
  proxy_odd_answer_advice: 'Check the proxy’s scheme (http or https), name and port under Network.',
  proxy_kind_unknown_title: 'A kind of proxy that is not supported',
  proxy_kind_unknown_clause:
    '{begins, select, yes {The} other {the}} way to {host} leads through a proxy that Carryover cannot use',
  proxy_kind_unknown_advice: 'Carryover uses http and https proxies. Name one under Network.',
  proxy_certificate_title: 'The proxy’s certificate is not accepted',
  proxy_certificate_clause:
    '{begins, select, yes {The} other {the}} secure connection to the proxy {proxy} itself failed',
  proxy_certificate_advice:
    'Check whether the proxy is spoken to by http or by https, and add its authority’s certificate under Network.',
  system_proxy_unreadable_title: 'The system’s proxy settings cannot be read',
  system_proxy_unreadable_clause:
    '{begins, select, yes {This} other {this}} system did not say which proxy leads to {host}',
  system_proxy_unreadable_advice: 'Try again, or choose a proxy, or no proxy, under Network.',
  pac_not_loadable_title: 'The PAC script cannot be loaded',
  pac_not_loadable_clause:
    '{begins, select, yes {The} other {the}} proxy script {script} could not be loaded',
  pac_not_loadable_advice: 'Check its address under Network. Nothing is sent without it.',
  pac_error_title: 'The PAC script fails',
  pac_error_clause:
    '{begins, select, yes {The} other {the}} proxy script {script} gave no usable answer for {host}',
  pac_error_advice:
    'Tell whoever keeps the script, or name the proxy itself under Network. Nothing is sent on a guess.',
  pac_timeout_title: 'The PAC script takes too long',
  pac_timeout_clause:
    '{begins, select, yes {The} other {the}} proxy script {script} did not answer for {host}{timed, select, yes { within {seconds} s} other { in time}}',
  pac_timeout_advice:
    'Tell whoever keeps the script, or name the proxy itself under Network. Nothing is sent on a guess.',
  http_on_https_port_title: 'This port does not speak https',
  http_on_https_port_clause: '{host} does not answer by https at this port',
  http_on_https_port_advice:
    'Check the base URL: another port, or http:// where the service runs on this machine.',
  https_on_http_port_title: 'This port speaks https only',
  https_on_http_port_clause: '{host} expects https at this port',
  https_on_http_port_advice: 'Begin the base URL and the token URL with https://.',
  html_answer_title: 'A web page answers there',
  html_answer_clause: '{host} answered with a web page (HTTP {status})',
  html_answer_advice:
    'A guest network’s or a company’s sign-in page may stand before it: open any page in a browser first. Otherwise check the base URL and the token URL.',
  redirected_title: 'The address leads elsewhere',
  redirected_clause:
    '{host} answered with a redirect{known, select, yes { to {target}} other {}} (HTTP {status})',
  redirected_advice:
    'Carryover follows no redirects. Use the address that it leads to, or sign in to the network with a browser first.',
  service_error_title: 'The service has trouble',
  service_error_clause: '{host} answered HTTP {status}',
  service_error_advice: 'Try again later. If it stays so, ask whoever runs the service.',
  sentence: '{clause}.',
  with_detail: '{clause} ({detail})',
  address_unknown: '(address not known)',
  name_unknown: '(name not known)',
  mode_unknown: 'its mode is not known',
  a_file: 'FILE',
  an_authority: 'an authority',
  another_name: 'another name',
  earlier_day: 'an earlier day',
  later_day: 'a later day',
  cancelled: 'it was cancelled before it left',
  reply_too_large: 'the reply was larger than {most} bytes',
  file_too_large: 'too large',
  file_unreadable: 'unreadable',
  file_mode: 'its mode is {mode}',
  no_key: 'no key',
  packed_in_old_way: 'it is packed in an old way: export it again with AES',
  no_answer: 'no answer',
  names_no_proxy: 'it names no proxy',
  proxy_address_unreadable: 'its address cannot be read',
  script_too_large: 'it is larger than {most} bytes',
  script_is_page: 'it is a web page',
  no_answer_within: 'no answer within {seconds} s',
  network_error: 'network error',
  tool_too_slow: '{tool} did not answer within {seconds} s',
} as const
