// Rights on the team's tables. They are set after the last step, each time steps were run: a role that may use the schema
// reads all tables and calls the functions that are made for members, which run with the owner's rights. Those are the
// functions with SECURITY DEFINER, so a new step gives no right by mistake.
//
// Their search path ends with pg_temp. It would be searched first otherwise, and a member could put tables and types of its
// own in the place of the system's.

export const rights = `
DO $$
DECLARE
  v_function record;
  v_role name;
BEGIN
  REVOKE ALL ON SCHEMA carryover FROM PUBLIC;
  REVOKE ALL ON ALL TABLES IN SCHEMA carryover FROM PUBLIC;
  REVOKE ALL ON ALL SEQUENCES IN SCHEMA carryover FROM PUBLIC;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA carryover FROM PUBLIC;
  FOR v_function IN SELECT p.oid::regprocedure AS signature FROM pg_proc p
    WHERE p.pronamespace = 'carryover'::regnamespace AND p.prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, pg_temp', v_function.signature);
  END LOOP;
  FOR v_role IN SELECT r.rolname FROM pg_namespace n, aclexplode(n.nspacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE n.nspname = 'carryover' AND a.privilege_type = 'USAGE' AND a.grantee <> n.nspowner
  LOOP
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA carryover FROM %I', v_role);
    EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA carryover FROM %I', v_role);
    EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA carryover FROM %I', v_role);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA carryover TO %I', v_role);
    FOR v_function IN SELECT p.oid::regprocedure AS signature FROM pg_proc p
      WHERE p.pronamespace = 'carryover'::regnamespace AND p.prosecdef
    LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', v_function.signature, v_role);
    END LOOP;
  END LOOP;
END $$;
`
